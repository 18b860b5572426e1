import { useClient } from 'urql';
import type { FormProps } from '../actions/action.ts';
import { CustomerValuesOfDocument, UpdateCustomerDocument } from '../api/generated/customers-customers.ts';
import { problemOf } from '../api/problem.ts';
import { EditDialog } from '../record/edit-dialog.tsx';
import { useText } from '../text/index.tsx';
import { customerFields, inputOf, UNIQUE, versionOf } from './customer-fields.ts';
import { OtherCustomer } from './other-customer.tsx';
import '../text/customers.ts';

export default function EditCustomer({ record: { id, name }, onDone, onClose }: FormProps) {
  const { t } = useText();
  const client = useClient();
  return (
    <EditDialog
      id={id}
      title={t('customer.editTitle')}
      subject={name}
      fields={customerFields}
      fieldOf={UNIQUE}
      helpWith={(problem, values) => <OtherCustomer problem={problem} values={values} />}
      read={async () => {
        const { data, error } = await client
          .query(CustomerValuesOfDocument, { id }, { requestPolicy: 'network-only' })
          .toPromise();
        return { version: data?.customer ? versionOf(data.customer) : undefined, problem: problemOf(error) };
      }}
      save={async (changes, revision) => {
        const { error } = await client
          .mutation(UpdateCustomerDocument, { id, revision, input: inputOf(changes) })
          .toPromise();
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
