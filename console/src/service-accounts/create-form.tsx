import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import type { FormProps } from '../actions/action.ts';
import { ActionForm } from '../actions/action-form.tsx';

import type { AdminRole } from '../api/generated/enums.ts';
import { CreateServiceAccountDocument } from '../api/generated/service-accounts-service-accounts.ts';
import { problemOf } from '../api/problem.ts';
import { useText } from '../text/index.tsx';
import { DateInput } from '../ui/date-input.tsx';
import { ROLES } from './status.tsx';
import '../text/service-accounts.ts';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 90;
const MAX_DAYS = 365;
const TOKEN = { title: 'script.token', text: 'script.tokenText', noted: 'script.noted' } as const;

const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

export default function CreateForm(props: FormProps) {
  const { t, word } = useText();
  const client = useClient();
  const [name, setName] = useState('');
  const [role, setRole] = useState<AdminRole>();
  const [usual] = useState(() => dayAfter(USUAL_DAYS));
  const [expiresAt, setExpiresAt] = useState(usual);
  return (
    <ActionForm
      {...props}
      label="script.create"
      isChanged={name !== '' || role !== undefined || expiresAt !== usual}
      secret={{ ...TOKEN, name: name.trim() }}
      fields={{ name: !name.trim(), role: !role, expiresAt: !expiresAt }}
      onSubmit={async () => {
        const input = { name: name.trim(), role: role ?? 'VIEWER', expiresAt };
        const { data, error } = await client.mutation(CreateServiceAccountDocument, { input }).toPromise();
        const made = data?.createServiceAccount;
        return { id: made?.serviceAccount.id ?? '', problem: problemOf(error), secret: made?.token };
      }}
    >
      {(errorOf) => (
        <>
          <TextInput
            data-autofocus
            label={t('script.name')}
            description={t('script.nameText')}
            required
            value={name}
            error={errorOf('name')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Select
            label={t('script.role')}
            description={t('script.roleText')}
            required
            allowDeselect={false}
            error={errorOf('role')}
            value={role ?? null}
            onChange={(chosen) => setRole(ROLES.find((one) => one === chosen))}
            data={ROLES.map((one) => ({ value: one, label: word('AdminRole', one) }))}
          />
          <DateInput
            label={t('script.expiresAt')}
            description={t('script.expiresText')}
            required
            min={dayAfter(1)}
            max={dayAfter(MAX_DAYS)}
            value={expiresAt}
            error={errorOf('expiresAt')}
            onChange={setExpiresAt}
          />
        </>
      )}
    </ActionForm>
  );
}
