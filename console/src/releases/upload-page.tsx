import { Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { upload } from '../api/upload.ts';
import { LeaveGuard } from '../record/leave-guard.tsx';
import { Column, RecordPage } from '../record/record-page.tsx';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { loadProblemTexts, type Problem } from '../text/problem.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { type Inspection, isUploadable } from './inspection.ts';
import { InspectionCard } from './inspection-card.tsx';
import { PackageDrop, SendProgress } from './package-drop.tsx';
import { appendPurpose, NO_PURPOSE } from './purpose-fields.tsx';
import { UploadForm } from './upload-form.tsx';
import '../text/firmware.ts';
import '../text/provisioning.ts';

const PACKAGES = '/v1/admin/firmware/packages';

interface Sending {
  readonly what: 'inspecting' | 'sending';
  readonly share: number;
}

/** A package is inspected as soon as it is chosen; what is right with it becomes a draft. */
export default function UploadPage(): ReactNode {
  const { t } = useText();
  const may = useMay();
  const navigate = useNavigate();
  const [file, setFile] = useState<File>();
  const [inspection, setInspection] = useState<Inspection>();
  const [sending, setSending] = useState<Sending>();
  const [purpose, setPurpose] = useState(NO_PURPOSE);
  const [problem, setProblem] = useState<Problem>();
  const isOver = useRef(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => {
    void loadProblemTexts();
    return () => running.current?.abort();
  }, []);
  const leave = () => void navigate({ to: '/releases' });

  /** Undefined: it was stopped, or failed and says why. */
  async function send<Data>(what: Sending['what'], path: string, form: FormData): Promise<Data | undefined> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    setSending({ what, share: 0 });
    const onProgress = (share: number) => !controller.signal.aborted && setSending({ what, share });
    const answer = await upload<Data>({ path, form, onProgress, signal: controller.signal });
    if (controller.signal.aborted) return undefined;
    setSending(undefined);
    setProblem(answer.problem);
    return answer.data;
  }

  async function inspect(chosen: File) {
    setFile(chosen);
    setInspection(undefined);
    setPurpose(NO_PURPOSE);
    const form = new FormData();
    form.append('file', chosen);
    setInspection(await send<Inspection>('inspecting', `${PACKAGES}/inspect`, form));
  }

  async function create() {
    if (!file) return;
    const form = new FormData();
    appendPurpose(form, purpose);
    form.append('file', file);
    const made = await send<{ readonly id: string; readonly version: string }>('sending', PACKAGES, form);
    if (!made) return;
    isOver.current = true;
    notifications.show({ color: 'karvon', message: t('upload.done', { version: made.version }) });
    void navigate({ to: '/releases/$id', params: { id: made.id }, replace: true });
  }

  function stop() {
    running.current?.abort();
    setSending(undefined);
  }

  return (
    <RecordPage title={t('nav.upload')} isName back={t('release.back')} onBack={leave} marks={null} actions={null}>
      <Column>
        <Stack>
          <PackageDrop onFile={(chosen) => void inspect(chosen)} isChosen={file !== undefined} />
          {may('uploadLegacyRelease') && !file && (
            <TextLink to="/releases/image" size="sm">
              {t('image.link')}
            </TextLink>
          )}
          {sending && <SendProgress label={t(`upload.${sending.what}`)} share={sending.share} onStop={stop} />}
          {problem && <ProblemAlert problem={problem} />}
          {file && inspection && <InspectionCard name={file.name} inspection={inspection} />}
        </Stack>
      </Column>
      <Column>
        {inspection?.manifest && isUploadable(inspection) && (
          <UploadForm
            key={inspection.package.sha256}
            manifest={inspection.manifest}
            isBusy={sending !== undefined}
            purpose={purpose}
            onChange={setPurpose}
            onSubmit={() => void create()}
          />
        )}
      </Column>
      <LeaveGuard isChanged={sending?.what === 'sending' || purpose !== NO_PURPOSE} isOver={isOver} />
    </RecordPage>
  );
}
