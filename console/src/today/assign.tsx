import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useMutation, useQuery } from 'urql';
import type { AdminRole } from '../api/generated/enums.ts';
import type { WaitingPreorderFragment } from '../api/generated/operations.ts';
import { TodayAssignDocument, TodayAssigneesDocument } from '../api/generated/today-today.ts';
import { problemOf } from '../api/problem.ts';
import { useMay, useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { sentenceOf } from '../text/problem.ts';

/** Roles that a preorder can be assigned to. */
const ROLES: readonly AdminRole[] = ['SUPER_ADMIN', 'ADMIN', 'SALES', 'SUPPORT'];

/** Chooses who looks after a preorder, where the service says that it is possible. */
export function Assign({ preorder }: { readonly preorder: WaitingPreorderFragment }) {
  const text = useText();
  const { t } = text;
  const may = useMay();
  const { admin } = useViewer();
  const [isOpen, setOpen] = useState(false);
  const [{ data }] = useQuery({ query: TodayAssigneesDocument, pause: !isOpen });
  const [{ fetching }, assign] = useMutation(TodayAssignDocument);
  const { id, revision, number, availableActions } = preorder;
  const isAllowed = availableActions.some(({ operation, allowed }) => operation === 'assignPreorder' && allowed);
  if (!may('assignPreorder') || !may('listAdminOptions') || !isAllowed) return null;
  const options = (data?.adminOptions ?? []).filter(({ role }) => ROLES.includes(role));
  const sorted = [...options.filter((one) => one.id === admin.id), ...options.filter((one) => one.id !== admin.id)];
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
        {sorted.map((one) => (
          <Menu.Item key={one.id} onClick={() => void choose(one.id)}>
            {one.id === admin.id ? t('preorder.me', { name: one.name }) : one.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
