import { Skeleton } from '@mantine/core';
import { useText } from '../text/index.tsx';

/** In place of a page whose file or whose record is still to come. */
export function WaitingPage() {
  const { t } = useText();
  return (
    <div role="status" aria-label={t('app.loading')} style={{ padding: 20 }}>
      <Skeleton height={26} width={220} mb={24} />
      <Skeleton height={120} mb={16} />
      <Skeleton height={240} />
    </div>
  );
}
