import { Button, FileButton, Group, Progress, Text } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { UploadIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useText } from '../text/index.tsx';
import classes from './releases.module.css';
import '../text/firmware.ts';

/** Takes a package by a click, by the keyboard, or dropped. */
export function PackageDrop({
  onFile,
  isChosen,
}: {
  readonly onFile: (file: File) => void;
  readonly isChosen: boolean;
}) {
  const { t } = useText();
  const [isOver, setOver] = useState(false);
  return (
    <section
      aria-label={t('upload.file')}
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
    >
      <FileButton
        onChange={(file) => file && onFile(file)}
        accept=".release"
        inputProps={{ 'aria-label': t('upload.file') }}
      >
        {(props) => (
          <Button {...props} variant="default" leftSection={<UploadIcon />}>
            {t(isChosen ? 'upload.another' : 'upload.choose')}
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed">
        {t('upload.fileText')}
      </Text>
    </section>
  );
}

interface ProgressProps {
  readonly label: string;
  readonly share: number;
  readonly onStop: () => void;
}

/** How much is sent; full, the service works on it. */
export function SendProgress({ label, share, onStop }: ProgressProps) {
  const { t } = useText();
  const percent = Math.round(share * 100);
  return (
    <div role="status" aria-label={label}>
      <Group justify="space-between" mb={6}>
        <Text size="sm" className="k-number">
          {label} · {percent} %
        </Text>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={onStop}>
          {t('upload.stop')}
        </Button>
      </Group>
      <Progress value={percent} animated={percent === 100} aria-label={label} />
    </div>
  );
}
