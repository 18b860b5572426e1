import { useQuery } from 'urql';
import { TodayOperationsDocument } from '../api/generated/today-today.ts';
import { problemOf } from '../api/problem.ts';
import { useText } from '../text/index.tsx';
import { CountCard } from './count-card.tsx';
import { usePolicy } from './questions.ts';
import '../text/today.ts';

/** The devices as they are now. */
export function FleetCards() {
  const { t, word } = useText();
  const [{ data, error }] = useQuery({ query: TodayOperationsDocument, requestPolicy: usePolicy() });
  const problem = problemOf(error);
  const devices = data?.operationsAnalytics?.devices;
  return (
    <>
      <CountCard
        title={t('today.fleet')}
        problem={problem}
        counts={devices?.byStatus.map(({ status, count }) => ({ name: word('DeviceStatus', status), now: count }))}
        empty={t('today.fleetEmpty')}
        group={t('today.status')}
        count={t('today.count')}
      />
      <CountCard
        title={t('today.versions')}
        problem={problem}
        counts={devices?.byFirmwareVersion.map(({ firmwareVersion, devices: now }) => ({ name: firmwareVersion, now }))}
        empty={t('today.versionsEmpty')}
        group={t('today.version')}
        count={t('today.count')}
      />
    </>
  );
}
