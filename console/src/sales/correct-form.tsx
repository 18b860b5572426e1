import { useState } from 'react';
import { useClient } from 'urql';
import type { FormProps } from '../actions/action.ts';
import { CorrectSaleDocument, SalePageDocument } from '../api/generated/sales-sales.ts';
import { problemOf } from '../api/problem.ts';
import { EditDialog } from '../record/edit-dialog.tsx';
import type { EditField } from '../record/edit-input.tsx';
import { useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { Code } from '../ui/code.tsx';
import { useTimes } from '../ui/time.tsx';
import { fieldOfTime, timeOfField } from '../ui/zoned-time.ts';
import '../text/actions.ts';
import '../text/sales.ts';

/** Corrects when the device was sold, or the currency. */
export default function CorrectForm({ record: { id, name }, onDone, onClose }: FormProps) {
  const { t } = useText();
  const { timeZone } = useViewer();
  const { dateTime } = useTimes('UTC');
  const client = useClient();
  const [key] = useState(() => crypto.randomUUID());
  const fields: readonly EditField[] = [
    { name: 'soldAt', label: 'sale.soldAt', kind: 'time', zone: timeZone, shown: dateTime, isRequired: true },
    { name: 'currency', label: 'sale.currency', description: 'sale.correctCurrency', kind: 'currency' },
    {
      name: 'reason',
      label: 'action.reason',
      description: 'action.reasonText',
      kind: 'lines',
      isRequired: true,
      isNote: true,
    },
  ];
  return (
    <EditDialog
      id={id}
      title={t('sale.correct')}
      submitLabel={t('sale.correct')}
      subject={<Code>{name}</Code>}
      warning={t('sale.correctText')}
      fields={fields}
      read={async () => {
        const { data, error } = await client
          .query(SalePageDocument, { id }, { requestPolicy: 'network-only' })
          .toPromise();
        const sale = data?.sale;
        const version = sale && {
          revision: sale.revision,
          updatedAt: sale.updatedAt,
          values: { soldAt: fieldOfTime(sale.soldAt, timeZone), currency: sale.currency, reason: '' },
        };
        return { version: version ?? undefined, problem: problemOf(error) };
      }}
      save={async ({ soldAt, currency, reason = '' }, revision) => {
        const input = {
          reason: reason.trim(),
          ...(soldAt && { soldAt: timeOfField(soldAt, timeZone) }),
          ...(currency !== undefined && { currency }),
        };
        const { error } = await client.mutation(CorrectSaleDocument, { id, revision, key, input }).toPromise();
        return problemOf(error);
      }}
      onSaved={() => {
        onDone([{ id }]);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
