import { Button } from '@mantine/core';
import { UploadIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';

/** Leads to the upload, for roles that may upload. */
export function UploadButton() {
  const { t } = useText();
  const may = useMay();
  const navigate = useNavigate();
  if (!may('uploadPackage')) return null;
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t('upload.title')}
      px="sm"
      onClick={() => void navigate({ to: '/releases/upload' })}
    >
      <UploadIcon />
      <span className="k-wide">{t('upload.title')}</span>
    </Button>
  );
}
