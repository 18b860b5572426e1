import { Button, Group } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Card } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import type { Manifest } from './inspection.ts';
import { isWhole, type Purpose, PurposeFields } from './purpose-fields.tsx';
import classes from './releases.module.css';
import '../text/firmware.ts';

interface Props {
  readonly manifest: Manifest;
  readonly isBusy: boolean;
  readonly purpose: Purpose;
  readonly onChange: (purpose: Purpose) => void;
  readonly onSubmit: () => void;
}

/** What a package does not say itself: for whom the release is. */
export function UploadForm({ manifest, isBusy, purpose, onChange, onSubmit }: Props) {
  const { t } = useText();
  const [isTried, setTried] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (isWhole(purpose)) onSubmit();
  }

  return (
    <Card title={t('upload.do')}>
      <form onSubmit={submit} noValidate className={classes.form}>
        <PurposeFields
          purpose={purpose}
          channels={manifest.allowedChannels}
          hardwareRevision={manifest.hardwareRevisions[0] ?? ''}
          missing={(value) => (isTried && value.trim() === '' ? t('form.required') : undefined)}
          onChange={onChange}
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
