import { Alert, Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { AlertIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useClient } from 'urql';
import type { FormProps } from '../actions/action.ts';
import { isTyped, TypedConfirmation } from '../actions/typed-confirmation.tsx';
import { AnonymizeCustomerDocument } from '../api/generated/customers-customers.ts';
import type { AnonymizationReason } from '../api/generated/enums.ts';
import { FormDialog } from '../record/form-dialog.tsx';
import { useSubmit } from '../record/use-submit.ts';
import { useText } from '../text/index.tsx';
import classes from './customers.module.css';
import '../text/actions.ts';
import '../text/customers.ts';

const REASONS: readonly AnonymizationReason[] = ['CUSTOMER_REQUEST', 'NO_LONGER_NEEDED', 'ENTERED_BY_MISTAKE'];

/** Erases a person for good. It says what goes and what stays, and has the name typed. */
export default function AnonymizeCustomer({ record: { id, revision, name }, onDone, onClose }: FormProps) {
  const { t, word } = useText();
  const client = useClient();
  const [reason, setReason] = useState<AnonymizationReason>();
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const { submit, isBusy, problem } = useSubmit([]);

  async function send() {
    setTried(true);
    if (!reason || !isTyped(name, typed)) return;
    const failed = await submit(() =>
      client.mutation(AnonymizeCustomerDocument, { id, revision, input: { reason } }).toPromise(),
    );
    onDone([{ id, problem: failed }]);
    if (failed) return;
    notifications.show({ color: 'karvon', message: t('customer.did.anonymize') });
    onClose();
  }

  return (
    <FormDialog
      title={t('customer.anonymize')}
      problem={problem}
      isBusy={isBusy}
      isDangerous
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <Alert color="red" variant="light" p="sm" icon={<AlertIcon />}>
        {t('customer.anonymizeWarn')}
      </Alert>
      <ul className={classes.list}>
        <li>{t('customer.anonymizeGoes')}</li>
        <li>{t('customer.anonymizeStays')}</li>
      </ul>
      <Select
        label={t('action.reason')}
        description={t('action.reasonText')}
        data={REASONS.map((one) => ({ value: one, label: word('AnonymizationReason', one) }))}
        value={reason ?? null}
        onChange={(next) => setReason(REASONS.find((one) => one === next))}
        error={isTried && !reason ? t('form.required') : undefined}
        data-autofocus
      />
      <TypedConfirmation name={name} value={typed} isTried={isTried} onChange={setTyped} />
    </FormDialog>
  );
}
