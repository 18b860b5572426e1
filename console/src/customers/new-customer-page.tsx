import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useClient } from 'urql';
import { CreateCustomerDocument } from '../api/generated/customers-customers.ts';
import { problemOf } from '../api/problem.ts';
import { EditForm } from '../record/edit-form.tsx';
import classes from '../record/record.module.css';
import { Card, RecordPage } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import { customerFields, newCustomer, UNIQUE } from './customer-fields.ts';
import { OtherCustomer } from './other-customer.tsx';
import '../text/customers.ts';

export default function NewCustomerPage(): ReactNode {
  const { t } = useText();
  const client = useClient();
  const router = useRouter();
  const navigate = useNavigate();
  const created = useRef('');
  const toList = () => void navigate({ to: '/customers' });
  return (
    <RecordPage
      title={t('nav.newCustomer')}
      isName
      back={t('customer.back')}
      onBack={toList}
      marks={null}
      actions={null}
    >
      <div className={classes.form}>
        <Card title={t('customer.contact')}>
          <EditForm
            fields={customerFields}
            base={newCustomer}
            submitLabel={t('customer.create')}
            fieldOf={UNIQUE}
            helpWith={(problem, values) => <OtherCustomer problem={problem} values={values} />}
            save={async ({ fullName = '', ...rest }) => {
              const { data, error } = await client
                .mutation(CreateCustomerDocument, {
                  input: { fullName, ...rest } as typeof rest & { fullName: string },
                })
                .toPromise();
              created.current = data?.createCustomer?.customer.id ?? '';
              return problemOf(error);
            }}
            onSaved={() => void navigate({ to: '/customers/$id', params: { id: created.current }, replace: true })}
            onClose={() => (router.history.canGoBack() ? router.history.back() : toList())}
          />
        </Card>
      </div>
    </RecordPage>
  );
}
