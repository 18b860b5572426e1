import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import type { FormProps } from '../actions/action.ts';
import { ActionForm } from '../actions/action-form.tsx';
import { IssueMaintenanceGrantDocument, ReleasePageDocument } from '../api/generated/releases-releases.ts';
import { notRead, problemOf } from '../api/problem.ts';
import { useText } from '../text/index.tsx';
import '../text/provisioning.ts';

const GRANT = { title: 'grant.title', text: 'grant.text', noted: 'grant.noted' } as const;

/** Lets one board that runs this release take the identity of one device. */
export default function GrantForm(props: FormProps) {
  const { t } = useText();
  const client = useClient();
  const [targetSerial, setSerial] = useState('');
  const [expectedMac, setMac] = useState('');
  const text = (label: 'grant.serial' | 'grant.mac', field: string, value: string, set: (value: string) => void) => ({
    label: t(label),
    description: t(`${label}Text`),
    required: true,
    autoComplete: 'off',
    value,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => set(currentTarget.value),
    name: field,
  });
  return (
    <ActionForm
      {...props}
      label="grant.do"
      warning={t('grant.warning')}
      secret={GRANT}
      fields={{ targetSerial: !targetSerial.trim(), expectedMac: !expectedMac.trim() }}
      onSubmit={async ({ id, revision }) => {
        const { data, error } = await client.query(ReleasePageDocument, { id }).toPromise();
        const release = data?.release;
        if (!release) return { id, problem: problemOf(error) ?? notRead() };
        const input = {
          targetSerial: targetSerial.trim(),
          expectedMac: expectedMac.trim(),
          expectedVersion: release.version,
          expectedBuild: release.buildNumber,
          expectedHardwareRevision: release.hardwareRevision,
          maintenancePurpose: 'ONE_TIME_IDENTITY_PROVISIONING' as const,
        };
        const answer = await client.mutation(IssueMaintenanceGrantDocument, { id, revision, input }).toPromise();
        return { id, problem: problemOf(answer.error), secret: answer.data?.issueMaintenanceGrant?.grant };
      }}
    >
      {(errorOf) => (
        <>
          <TextInput
            data-autofocus
            {...text('grant.serial', 'targetSerial', targetSerial, setSerial)}
            error={errorOf('targetSerial')}
          />
          <TextInput {...text('grant.mac', 'expectedMac', expectedMac, setMac)} error={errorOf('expectedMac')} />
        </>
      )}
    </ActionForm>
  );
}
