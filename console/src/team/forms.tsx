import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import type { ActionRecord, FormProps } from '../actions/action.ts';
import { ActionForm } from '../actions/action-form.tsx';

import type { AdminRole } from '../api/generated/enums.ts';
import {
  AdminScriptsDocument,
  CreateAdminDocument,
  ResetAdminPasswordDocument,
  RevokeAdminSessionsDocument,
  SetAdminRoleDocument,
  SetAdminStatusDocument,
} from '../api/generated/team-team.ts';
import { problemOf } from '../api/problem.ts';
import { useText } from '../text/index.tsx';
import { RoleField } from './role-field.tsx';
import '../text/team.ts';

const PASSWORD = { title: 'team.newPassword', text: 'team.newPasswordText', noted: 'team.noted' } as const;

export default function CreateForm(props: FormProps) {
  const { t } = useText();
  const client = useClient();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<AdminRole>();
  return (
    <ActionForm
      {...props}
      record={{ ...props.record, name: '' }}
      label="team.create"
      isChanged={name !== '' || email !== '' || role !== undefined}
      secret={{ ...PASSWORD, name: name.trim() }}
      fields={{ name: !name.trim(), email: !email.trim(), role: !role }}
      onSubmit={async () => {
        const input = { name: name.trim(), email: email.trim(), role: role ?? 'VIEWER' };
        const { data, error } = await client.mutation(CreateAdminDocument, { input }).toPromise();
        const made = data?.createAdmin;
        return { id: made?.admin.id ?? '', problem: problemOf(error), secret: made?.temporaryPassword };
      }}
    >
      {(errorOf) => (
        <>
          <TextInput
            data-autofocus
            label={t('team.name')}
            required
            value={name}
            error={errorOf('name')}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TextInput
            type="email"
            label={t('team.email')}
            required
            value={email}
            error={errorOf('email')}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <RoleField value={role} error={errorOf('role')} onChange={setRole} />
          <Text size="xs" c="dimmed">
            {t('team.createText')}
          </Text>
        </>
      )}
    </ActionForm>
  );
}

export function RoleForm(props: FormProps) {
  const { t } = useText();
  const client = useClient();
  const [role, setRole] = useState<AdminRole>();
  return (
    <ActionForm
      {...props}
      label="team.setRole"
      done="team.did.setRole"
      warning={t('team.setRoleText')}
      fields={{ role: !role }}
      onSubmit={async ({ id, revision }) => {
        const input = { role: role ?? 'VIEWER' };
        const { error } = await client.mutation(SetAdminRoleDocument, { id, revision, input }).toPromise();
        return { id, problem: problemOf(error) };
      }}
    >
      {(errorOf) => <RoleField value={role} error={errorOf('role')} onChange={setRole} />}
    </ActionForm>
  );
}

/** Says what ends before anything does: sessions, the password, and each service account by its name. */
export function TakeAwayForm(props: FormProps) {
  const { t } = useText();
  const { id } = props.record;
  const [{ data }] = useQuery({ query: AdminScriptsDocument, variables: { id } });
  const active = data?.serviceAccounts?.nodes.filter(({ status }) => status === 'ACTIVE') ?? [];
  const warning = (
    <Stack gap={6}>
      <Text size="sm">{t('team.takeAwayText')}</Text>
      {data && <Text size="sm">{t(active.length > 0 ? 'team.takeAwayScripts' : 'team.takeAwayNoScripts')}</Text>}
      {active.length > 0 && (
        <ul style={{ margin: 0, paddingLeft: 18 }}>
          {active.map(({ id: key, name }) => (
            <li key={key}>{name}</li>
          ))}
        </ul>
      )}
    </Stack>
  );
  const submit = useStatus('DISABLED');
  return (
    <ActionForm
      {...props}
      label="team.takeAway"
      done="team.did.takeAway"
      isDangerous
      warning={warning}
      onSubmit={submit}
    />
  );
}

export function SuspendForm(props: FormProps) {
  const { t } = useText();
  const submit = useStatus('SUSPENDED');
  return (
    <ActionForm
      {...props}
      label="team.suspend"
      done="team.did.suspend"
      isDangerous
      warning={t('team.suspendText')}
      onSubmit={submit}
    />
  );
}

export function GiveBackForm(props: FormProps) {
  const { t } = useText();
  const submit = useStatus('ACTIVE');
  return (
    <ActionForm
      {...props}
      label="team.giveBack"
      done="team.did.giveBack"
      secret={PASSWORD}
      warning={t('team.giveBackText')}
      onSubmit={submit}
    />
  );
}

/** Access is taken away whatever the colleague has done meanwhile; it is given back to the one who was seen. */
function useStatus(status: 'ACTIVE' | 'SUSPENDED' | 'DISABLED') {
  const client = useClient();
  return async ({ id, revision }: ActionRecord) => {
    const seen = status === 'ACTIVE' ? { revision } : {};
    const { data, error } = await client
      .mutation(SetAdminStatusDocument, { id, ...seen, input: { status } })
      .toPromise();
    return { id, problem: problemOf(error), secret: data?.setAdminStatus?.temporaryPassword ?? undefined };
  };
}

export function ResetForm(props: FormProps) {
  const { t } = useText();
  const client = useClient();
  return (
    <ActionForm
      {...props}
      label="team.reset"
      done="team.did.reset"
      isDangerous
      secret={PASSWORD}
      warning={t('team.resetText')}
      onSubmit={async ({ id, revision }) => {
        const { data, error } = await client.mutation(ResetAdminPasswordDocument, { id, revision }).toPromise();
        return { id, problem: problemOf(error), secret: data?.resetAdminPassword?.temporaryPassword };
      }}
    />
  );
}

export function EndSessionsForm(props: FormProps) {
  const { t } = useText();
  const client = useClient();
  const { id } = props.record;
  return (
    <ActionForm
      {...props}
      label="team.endSessions"
      done="team.did.endSessions"
      isDangerous
      warning={t('team.endSessionsText')}
      onSubmit={async () => {
        const { error } = await client.mutation(RevokeAdminSessionsDocument, { id }).toPromise();
        return { id, problem: problemOf(error) };
      }}
    />
  );
}
