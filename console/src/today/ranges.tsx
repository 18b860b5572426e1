import { Text } from '@mantine/core';
import { useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { useTimes } from '../ui/time.tsx';
import '../text/today.ts';

interface Props {
  readonly from: string | null;
  readonly to: string | null;
  readonly beforeFrom: string | null;
  readonly beforeTo: string | null;
}

/** Both periods in days of the business; an end is the last day that is counted. */
export function Ranges({ from, to, beforeFrom, beforeTo }: Props) {
  const { t } = useText();
  const { timeZone } = useViewer();
  const times = useTimes(timeZone);
  if (!from || !to || !beforeFrom || !beforeTo) return null;
  const last = (end: string) => times.date(new Date(Date.parse(end) - 1).toISOString());
  return (
    <Text size="xs" c="dimmed" mt={8}>
      {t('today.ranges', {
        from: times.date(from),
        to: last(to),
        beforeFrom: times.date(beforeFrom),
        beforeTo: last(beforeTo),
      })}
    </Text>
  );
}
