import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import type { FormProps } from '../actions/action.ts';
import { ActionForm } from '../actions/action-form.tsx';
import { DevicePageDocument, IssueProvisioningEnvelopeDocument } from '../api/generated/devices-devices.ts';
import { notRead, problemOf } from '../api/problem.ts';
import { useText } from '../text/index.tsx';
import '../text/provisioning.ts';

const ENVELOPE = { title: 'envelope.title', text: 'envelope.text', noted: 'envelope.noted' } as const;

/** Seals a new secret of a device for a provisioning station. What is read from the board guards against taking the wrong device. */
export default function EnvelopeForm(props: FormProps) {
  const { t } = useText();
  const client = useClient();
  const [serialNumber, setSerial] = useState('');
  const [provisionerPublicKey, setKey] = useState('');
  return (
    <ActionForm
      {...props}
      label="envelope.do"
      warning={t('envelope.warning')}
      secret={ENVELOPE}
      fields={{ serialNumber: !serialNumber.trim(), provisionerPublicKey: !provisionerPublicKey.trim() }}
      onSubmit={async ({ id, revision }) => {
        const { data, error } = await client.query(DevicePageDocument, { id }).toPromise();
        const expectedHardwareRevision = data?.device?.hardwareRevision;
        if (expectedHardwareRevision === undefined) return { id, problem: problemOf(error) ?? notRead() };
        const input = { serialNumber: serialNumber.trim(), provisionerPublicKey, expectedHardwareRevision };
        const answer = await client.mutation(IssueProvisioningEnvelopeDocument, { id, revision, input }).toPromise();
        const secret = answer.data?.issueProvisioningEnvelope?.envelope;
        return { id, problem: problemOf(answer.error), secret };
      }}
    >
      {(errorOf) => (
        <>
          <TextInput
            data-autofocus
            label={t('envelope.serial')}
            description={t('envelope.serialText')}
            required
            autoComplete="off"
            value={serialNumber}
            error={errorOf('serialNumber')}
            onChange={({ currentTarget }) => setSerial(currentTarget.value)}
          />
          <Textarea
            label={t('envelope.key')}
            description={t('envelope.keyText')}
            placeholder="-----BEGIN PUBLIC KEY-----"
            required
            className="k-mono"
            autosize
            minRows={4}
            maxRows={12}
            spellCheck={false}
            value={provisionerPublicKey}
            error={errorOf('provisionerPublicKey')}
            onChange={({ currentTarget }) => setKey(currentTarget.value)}
          />
        </>
      )}
    </ActionForm>
  );
}
