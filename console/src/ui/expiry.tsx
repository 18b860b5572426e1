import { Tooltip } from '@mantine/core';
import { Time, useTimes } from './time.tsx';

interface Props {
  readonly at: string | null | undefined;
}

/** When something expires. A midnight is the end of the day that was given, which still counts: it is shown as that day. */
export function Expiry({ at }: Props) {
  const times = useTimes();
  if (!at || times.time(at) !== '00:00') return <Time at={at} />;
  const last = new Date(Date.parse(at) - 1).toISOString();
  return (
    <Tooltip label={times.full(last)}>
      <time dateTime={at} className="k-number">
        {times.date(last)}
      </time>
    </Tooltip>
  );
}
