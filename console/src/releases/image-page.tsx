import { Alert, Button, Checkbox, FileInput, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FirmwareChannel } from '../api/generated/enums.ts';
import { upload } from '../api/upload.ts';
import { Card, Column, RecordPage } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import type { Problem } from '../text/problem.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import { SendProgress } from './package-drop.tsx';
import classes from './releases.module.css';
import { TargetDevice } from './target-device.tsx';

const IMAGES = '/v1/admin/firmware';
const CHANNELS: readonly FirmwareChannel[] = ['INTERNAL', 'BETA', 'STABLE'];
const EMPTY = { version: '', buildNumber: '', hardwareRevision: '', releaseNotes: '', signature: '' };
const NEEDED = ['version', 'buildNumber', 'hardwareRevision', 'releaseNotes'] as const;

/** A bare image becomes a draft; what a package would say of it is typed. */
export default function ImagePage(): ReactNode {
  const { t, word } = useText();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [values, setValues] = useState(EMPTY);
  const [channel, setChannel] = useState<FirmwareChannel>('INTERNAL');
  const [targetDeviceId, setTarget] = useState('');
  const [mandatory, setMandatory] = useState(false);
  const [isTried, setTried] = useState(false);
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<Problem>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const isMissing = NEEDED.some((name) => !values[name].trim()) || !file || (channel === 'INTERNAL' && !targetDeviceId);
  const missing = (value: string) => (isTried && !value.trim() ? t('form.required') : undefined);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (isMissing || !file || share !== undefined) return;
    const form = new FormData();
    for (const [name, value] of Object.entries(values)) if (value.trim()) form.append(name, value.trim());
    form.append('channel', channel);
    form.append('mandatory', String(mandatory));
    if (channel === 'INTERNAL') form.append('targetDeviceId', targetDeviceId);
    form.append('file', file);
    const controller = new AbortController();
    running.current = controller;
    setShare(0);
    const { signal } = controller;
    const answer = await upload<{ readonly id: string; readonly version: string }>({
      path: IMAGES,
      form,
      signal,
      onProgress: setShare,
    });
    setShare(undefined);
    if (signal.aborted) return;
    setProblem(answer.problem);
    if (!answer.data) return;
    const { id, version } = answer.data;
    notifications.show({ color: 'karvon', message: t('upload.done', { version }) });
    void navigate({ to: '/releases/$id', params: { id }, replace: true });
  }

  const text = (name: keyof typeof EMPTY) => ({
    value: values[name],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      setValues({ ...values, [name]: currentTarget.value }),
  });
  return (
    <RecordPage
      title={t('image.title')}
      isName
      back={t('release.back')}
      onBack={() => void navigate({ to: '/releases' })}
      marks={null}
      actions={null}
    >
      <Column>
        <Card title={t('image.title')}>
          <form onSubmit={submit} noValidate className={classes.form}>
            <Alert color="orange" variant="light" p="sm">
              {t('image.text')}
            </Alert>
            {problem && <ProblemAlert problem={problem} />}
            <FileInput
              label={t('image.file')}
              required
              value={file}
              error={missing(file?.name ?? '')}
              onChange={setFile}
            />
            <TextInput label={t('image.version')} required {...text('version')} error={missing(values.version)} />
            <TextInput
              label={t('image.build')}
              required
              inputMode="numeric"
              {...text('buildNumber')}
              error={missing(values.buildNumber)}
            />
            <TextInput
              label={t('image.hardware')}
              required
              {...text('hardwareRevision')}
              error={missing(values.hardwareRevision)}
            />
            <Select
              label={t('upload.channel')}
              description={t('upload.channelText')}
              required
              allowDeselect={false}
              data={CHANNELS.map((value) => ({ value, label: word('FirmwareChannel', value) }))}
              value={channel}
              onChange={(value) => setChannel(CHANNELS.find((one) => one === value) ?? 'INTERNAL')}
            />
            {channel === 'INTERNAL' && (
              <TargetDevice
                hardwareRevision={values.hardwareRevision}
                value={targetDeviceId}
                error={missing(targetDeviceId)}
                onChange={setTarget}
              />
            )}
            <Textarea
              label={t('upload.notes')}
              required
              autosize
              minRows={3}
              {...text('releaseNotes')}
              error={missing(values.releaseNotes)}
            />
            <TextInput label={t('image.signature')} {...text('signature')} />
            <Checkbox
              label={t('upload.mandatory')}
              description={t('upload.mandatoryText')}
              checked={mandatory}
              onChange={({ currentTarget }) => setMandatory(currentTarget.checked)}
            />
            <Stack>
              {share !== undefined && (
                <SendProgress
                  label={t('upload.sending')}
                  share={share}
                  onStop={() => {
                    running.current?.abort();
                    setShare(undefined);
                  }}
                />
              )}
              <Group>
                <Button type="submit" loading={share !== undefined}>
                  {t('upload.do')}
                </Button>
              </Group>
            </Stack>
          </form>
        </Card>
      </Column>
    </RecordPage>
  );
}
