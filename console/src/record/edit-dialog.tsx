import { Alert, Modal, Skeleton, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useClient } from 'urql';
import { SavedByDocument } from '../api/generated/record-saved-by.ts';
import type { Problem } from '../api/problem.ts';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { ProblemState } from '../ui/problem-state.tsx';
import { EditForm, type EditFormProps } from './edit-form.tsx';
import type { Version } from './merge.ts';
import { useClosedElsewhere } from './use-closed-elsewhere.ts';

interface Props extends Omit<EditFormProps, 'base' | 'submitLabel' | 'isPage'> {
  readonly title: string;
  readonly submitLabel?: string;
  readonly warning?: string;
  readonly onClose: () => void;
  /** The id by which the audit log has the record. */
  readonly id?: string;
  /** The record, where the title does not say it: its number. */
  readonly subject?: ReactNode;
  /** Reads what the form begins with: the record as it is now. */
  readonly read: () => Promise<{ readonly version?: Version | undefined; readonly problem?: Problem | undefined }>;
}

/** The form of a record over its page. It begins with the record as it is when the form opens, not as the page has it. */
export function EditDialog({ id, title, subject, submitLabel, warning, read, onClose, ...props }: Props) {
  const { t } = useText();
  const may = useMay();
  const client = useClient();
  const [state, setState] = useState<Awaited<ReturnType<Props['read']>>>({});
  const [isClosing, setClosing] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the form began with stays
  useEffect(() => void read().then(setState), []);
  useClosedElsewhere(onClose);
  const { version, problem } = state;
  /** The record after somebody else has saved it, with their name for roles that may read the audit log. */
  async function readAgain(): Promise<Version | undefined> {
    const { version: now } = await read();
    if (!now?.updatedAt || !id || !may('listAuditEntries')) return now;
    const { data } = await client.query(SavedByDocument, { id, since: now.updatedAt }).toPromise();
    return { ...now, savedBy: data?.auditEntries?.nodes[0]?.actor?.name };
  }
  return (
    <Modal
      opened
      size="lg"
      title={title}
      onClose={version ? () => setClosing(isClosing + 1) : onClose}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      {subject && (
        <Text size="sm" c="dimmed" mb="md">
          {subject}
        </Text>
      )}
      {warning && (
        <Alert color="orange" variant="light" p="sm" mb="md">
          {warning}
        </Alert>
      )}
      {version && (
        <EditForm
          readAgain={readAgain}
          {...props}
          base={version}
          closings={isClosing}
          submitLabel={submitLabel ?? t('form.save')}
          onClose={onClose}
        />
      )}
      {problem && <ProblemState problem={problem} isPart />}
      {!version && !problem && <Skeleton height={320} role="status" aria-label={t('app.loading')} />}
    </Modal>
  );
}
