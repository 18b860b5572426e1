import { Alert, Button, FileInput, Group, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FirmwareChannel } from '../api/generated/enums.ts';
import { upload } from '../api/upload.ts';
import { LeaveGuard } from '../record/leave-guard.tsx';
import { Card, Column, RecordPage } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import type { Problem } from '../text/problem.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import { SendProgress } from './package-drop.tsx';
import { appendPurpose, isWhole, NO_PURPOSE, type Purpose, PurposeFields } from './purpose-fields.tsx';
import classes from './releases.module.css';
import '../text/firmware.ts';
import '../text/provisioning.ts';

const IMAGES = '/v1/admin/firmware';
const CHANNELS: readonly FirmwareChannel[] = ['INTERNAL', 'BETA', 'STABLE'];
const EMPTY = { version: '', buildNumber: '', hardwareRevision: '', signature: '' };
const NEEDED = ['version', 'buildNumber', 'hardwareRevision'] as const;
const FOR_TRIALS: Purpose = { ...NO_PURPOSE, channel: 'INTERNAL' };

/** A bare image becomes a draft; what a package would say of it is typed. */
export default function ImagePage(): ReactNode {
  const { t } = useText();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [values, setValues] = useState(EMPTY);
  const [purpose, setPurpose] = useState(FOR_TRIALS);
  const [isTried, setTried] = useState(false);
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<Problem>();
  const isOver = useRef(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const isMissing = NEEDED.some((name) => !values[name].trim()) || !file || !isWhole(purpose);
  const isChanged = file !== null || values !== EMPTY || purpose !== FOR_TRIALS;
  const missing = (value: string) => (isTried && !value.trim() ? t('form.required') : undefined);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (isMissing || !file || share !== undefined) return;
    const form = new FormData();
    for (const [name, value] of Object.entries(values)) if (value.trim()) form.append(name, value.trim());
    appendPurpose(form, purpose);
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
    isOver.current = true;
    const { id, version } = answer.data;
    notifications.show({ color: 'karvon', message: t('upload.done', { version }) });
    void navigate({ to: '/releases/$id', params: { id }, replace: true });
  }

  /** The device that was chosen has the hardware that was typed before. */
  function changeHardware(hardwareRevision: string) {
    setValues({ ...values, hardwareRevision });
    setPurpose({ ...purpose, targetDeviceId: '' });
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
              onChange={({ currentTarget }) => changeHardware(currentTarget.value)}
              error={missing(values.hardwareRevision)}
            />
            <PurposeFields
              purpose={purpose}
              channels={CHANNELS}
              hardwareRevision={values.hardwareRevision}
              missing={missing}
              onChange={setPurpose}
            />
            <TextInput label={t('image.signature')} {...text('signature')} />
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
      <LeaveGuard isChanged={isChanged} isOver={isOver} />
    </RecordPage>
  );
}
