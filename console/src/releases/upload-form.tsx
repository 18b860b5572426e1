import { Button, Checkbox, Group, Select, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { FirmwareChannel } from '../api/generated/enums.ts';
import { Card } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import type { Manifest } from './inspection.ts';
import classes from './releases.module.css';
import { TargetDevice } from './target-device.tsx';

export interface Purpose {
  readonly channel: FirmwareChannel;
  readonly targetDeviceId: string;
  readonly mandatory: boolean;
  readonly releaseNotes: string;
}

interface Props {
  readonly manifest: Manifest;
  readonly isBusy: boolean;
  readonly onSubmit: (purpose: Purpose) => void;
}

/** What a package does not say itself: for whom the release is. */
export function UploadForm({ manifest, isBusy, onSubmit }: Props) {
  const { t, word } = useText();
  const { allowedChannels, hardwareRevisions } = manifest;
  const [channel, setChannel] = useState<FirmwareChannel | ''>('');
  const [targetDeviceId, setTarget] = useState('');
  const [mandatory, setMandatory] = useState(false);
  const [releaseNotes, setNotes] = useState('');
  const [isTried, setTried] = useState(false);
  const isInternal = channel === 'INTERNAL';
  const missing = (value: string) => (isTried && value.trim() === '' ? t('form.required') : undefined);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!channel || releaseNotes.trim() === '' || (isInternal && !targetDeviceId)) return;
    onSubmit({
      channel,
      targetDeviceId: isInternal ? targetDeviceId : '',
      mandatory,
      releaseNotes: releaseNotes.trim(),
    });
  }

  return (
    <Card title={t('upload.do')}>
      <form onSubmit={submit} noValidate className={classes.form}>
        <Select
          label={t('upload.channel')}
          description={t('upload.channelText')}
          required
          withAsterisk={false}
          data={allowedChannels.map((one) => ({ value: one, label: word('FirmwareChannel', one) }))}
          value={channel || null}
          error={missing(channel)}
          onChange={(value) => setChannel(allowedChannels.find((one) => one === value) ?? '')}
        />
        {isInternal && (
          <TargetDevice
            hardwareRevision={hardwareRevisions[0] ?? ''}
            value={targetDeviceId}
            error={missing(targetDeviceId)}
            onChange={setTarget}
          />
        )}
        <Textarea
          label={t('upload.notes')}
          required
          withAsterisk={false}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={8_000}
          value={releaseNotes}
          error={missing(releaseNotes)}
          onChange={({ currentTarget }) => setNotes(currentTarget.value)}
        />
        <Checkbox
          label={t('upload.mandatory')}
          description={t('upload.mandatoryText')}
          checked={mandatory}
          onChange={({ currentTarget }) => setMandatory(currentTarget.checked)}
        />
        <Group>
          <Button type="submit" loading={isBusy}>
            {t('upload.do')}
          </Button>
        </Group>
      </form>
    </Card>
  );
}
