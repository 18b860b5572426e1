import { Checkbox, Select, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FirmwareChannel } from '../api/generated/enums.ts';
import { useText } from '../text/index.tsx';
import { TargetDevice } from './target-device.tsx';
import '../text/firmware.ts';

/** For whom a release is. */
export interface Purpose {
  readonly channel: FirmwareChannel | '';
  readonly targetDeviceId: string;
  readonly mandatory: boolean;
  readonly releaseNotes: string;
}

export const NO_PURPOSE: Purpose = { channel: '', targetDeviceId: '', mandatory: false, releaseNotes: '' };

/** True once it says for whom: an INTERNAL release needs its device. */
export function isWhole({ channel, targetDeviceId, releaseNotes }: Purpose): boolean {
  return channel !== '' && releaseNotes.trim() !== '' && (channel !== 'INTERNAL' || targetDeviceId !== '');
}

/** Adds it to a form that is uploaded. */
export function appendPurpose(form: FormData, { channel, targetDeviceId, mandatory, releaseNotes }: Purpose): void {
  form.append('channel', channel);
  if (channel === 'INTERNAL') form.append('targetDeviceId', targetDeviceId);
  form.append('mandatory', String(mandatory));
  form.append('releaseNotes', releaseNotes.trim());
}

interface Props {
  readonly purpose: Purpose;
  readonly channels: readonly FirmwareChannel[];
  readonly hardwareRevision: string;
  /** Says of a value that is empty that it is needed. */
  readonly missing: (value: string) => ReactNode;
  readonly onChange: (purpose: Purpose) => void;
}

/** What neither a package nor an image says itself. */
export function PurposeFields({ purpose, channels, hardwareRevision, missing, onChange }: Props) {
  const { t, word } = useText();
  const { channel, targetDeviceId, mandatory, releaseNotes } = purpose;
  return (
    <>
      <Select
        label={t('upload.channel')}
        description={t('upload.channelText')}
        required
        data={channels.map((one) => ({ value: one, label: word('FirmwareChannel', one) }))}
        value={channel || null}
        error={missing(channel)}
        onChange={(value) => onChange({ ...purpose, channel: channels.find((one) => one === value) ?? '' })}
      />
      {channel === 'INTERNAL' && (
        <TargetDevice
          key={hardwareRevision}
          hardwareRevision={hardwareRevision}
          value={targetDeviceId}
          error={missing(targetDeviceId)}
          onChange={(id) => onChange({ ...purpose, targetDeviceId: id })}
        />
      )}
      <Textarea
        label={t('upload.notes')}
        required
        autosize
        minRows={3}
        maxRows={12}
        maxLength={8_000}
        value={releaseNotes}
        error={missing(releaseNotes)}
        onChange={({ currentTarget }) => onChange({ ...purpose, releaseNotes: currentTarget.value })}
      />
      <Checkbox
        label={t('upload.mandatory')}
        description={t('upload.mandatoryText')}
        checked={mandatory}
        onChange={({ currentTarget }) => onChange({ ...purpose, mandatory: currentTarget.checked })}
      />
    </>
  );
}
