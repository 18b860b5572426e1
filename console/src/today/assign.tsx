import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useMutation } from 'urql';
import type { WaitingPreorderFragment } from '../api/generated/operations.ts';
import { TodayAssignDocument } from '../api/generated/today-today.ts';
import { problemOf } from '../api/problem.ts';
import { useAssignees } from '../record/use-assignees.ts';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { sentenceOf } from '../text/problem.ts';
import '../text/today.ts';

/** Chooses who looks after a preorder, where the service says that it is possible. */
export function Assign({ preorder }: { readonly preorder: WaitingPreorderFragment }) {
  const text = useText();
  const { t } = text;
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const assignees = useAssignees(!isOpen);
  const [{ fetching }, assign] = useMutation(TodayAssignDocument);
  const { id, revision, number, availableActions } = preorder;
  const isAllowed = availableActions.some(({ operation, allowed }) => operation === 'assignPreorder' && allowed);
  if (!may('assignPreorder') || !may('listAdminOptions') || !isAllowed) return null;
  const choose = async (adminId: string) => {
    const problem = problemOf((await assign({ id, revision, adminId })).error);
    if (problem) notifications.show({ color: 'red', message: sentenceOf(problem, text) });
  };
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" width={240}>
      <Menu.Target>
        <Button size="compact-xs" variant="default" loading={fetching} aria-label={t('today.assign', { number })}>
          {t('today.assignShort')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflow: 'auto' }}>
        <Menu.Label>{t('today.assignTo')}</Menu.Label>
        {assignees.map(({ value, label }) => (
          <Menu.Item key={value} onClick={() => void choose(value)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
