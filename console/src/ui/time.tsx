import { Tooltip } from '@mantine/core';
import dayjs from 'dayjs';
import relativeTime from 'dayjs/plugin/relativeTime';
import { useContext } from 'react';
import { useText } from '../text/index.tsx';
import { LOCALES } from './locales.ts';
import { ZoneContext } from './zone-context.ts';
import { zoned } from './zoned.ts';

dayjs.extend(relativeTime);

/** What is older has its date: “2 months ago” may be any of thirty days. */
const RECENT_DAYS = 7;
const NOW_SECONDS = 45;

/** Writes times in the language and the zone of the screens. @param other a zone in place of that one */
export function useTimes(other?: string) {
  const { t, language } = useText();
  const shown = useContext(ZoneContext);
  const zone = other ?? shown;
  const at = (time: string) => zoned(time, zone).locale(LOCALES[language]);
  return {
    zone,
    date: (time: string) => at(time).format('D MMM YYYY'),
    dateTime: (time: string) => at(time).format('D MMM YYYY, HH:mm'),
    time: (time: string) => at(time).format('HH:mm'),
    ago(time: string) {
      const now = dayjs();
      if (Math.abs(now.diff(time, 'second')) < NOW_SECONDS) return t('time.now');
      return Math.abs(now.diff(time, 'day')) < RECENT_DAYS ? at(time).fromNow() : at(time).format('D MMM YYYY');
    },
    full: (time: string) => `${at(time).format('D MMMM YYYY, HH:mm:ss')} ${zone}`,
    own: (time: string) => dayjs(time).locale(LOCALES[language]).format('D MMM YYYY, HH:mm'),
  };
}

interface Props {
  readonly at: string | null | undefined;
  readonly ago?: boolean;
}

/** A time; its tooltip has the seconds, the zone, and the time of the browser where that differs. */
export function Time({ at, ago = false }: Props) {
  const { t } = useText();
  const times = useTimes();
  if (!at) return <span aria-hidden>–</span>;
  const own = times.own(at) === times.dateTime(at) ? '' : ` · ${t('time.yours', { time: times.own(at) })}`;
  return (
    <Tooltip label={`${times.full(at)}${own}`}>
      <time dateTime={at} className="k-number">
        {ago ? times.ago(at) : times.dateTime(at)}
      </time>
    </Tooltip>
  );
}
