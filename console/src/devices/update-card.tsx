import {
  AlertIcon,
  CheckCircleIcon,
  CircleSlashIcon,
  ClockIcon,
  DownloadIcon,
  type Icon,
  InfoIcon,
  PlugIcon,
  QuestionIcon,
  XCircleIcon,
} from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import type { DevicePageQuery } from '../api/generated/operations.ts';
import { RecordLink } from '../palette/record-link.tsx';
import { Card, Facts } from '../record/record-page.tsx';
import { UpdateSays } from '../record/update-says.tsx';
import { attemptOf, standingOf, type UpdateStanding } from '../record/update-standing.ts';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { Time } from '../ui/time.tsx';
import classes from './devices.module.css';
import '../text/devices.ts';
import '../text/firmware-words.ts';

const ICONS = {
  never: QuestionIcon,
  current: CheckCircleIcon,
  coming: DownloadIcon,
  waiting: ClockIcon,
  failed: XCircleIcon,
  stuck: AlertIcon,
  unbegun: AlertIcon,
  off: PlugIcon,
  refused: CircleSlashIcon,
  none: InfoIcon,
} as const satisfies Readonly<Record<string, Icon>>;

const TITLES: Readonly<Record<UpdateStanding, keyof typeof ICONS>> = {
  OFFERED: 'coming',
  UP_TO_DATE: 'current',
  NO_RELEASE: 'none',
  NOT_IN_STAGE: 'waiting',
  PAUSED: 'waiting',
  IN_PROGRESS: 'coming',
  AWAITING_CONFIRMATION: 'coming',
  FINISHING: 'coming',
  RETRY_LATER: 'waiting',
  ATTEMPTS_USED_UP: 'failed',
  FAILED_FOR_GOOD: 'failed',
  ROLLED_BACK_HERE: 'failed',
  DOWNLOADS_BUSY: 'waiting',
  DEVICE_STATUS: 'refused',
  HARDWARE_MISMATCH: 'refused',
  OTHER_MODEL: 'none',
  CHANNEL_NOT_ALLOWED: 'none',
  MIN_APP_VERSION: 'waiting',
  MIN_FROM_VERSION: 'refused',
  SECURITY_VERSION_TOO_LOW: 'refused',
  KEYS_REVOKED: 'refused',
  BRICKED: 'failed',
  CLOSED: 'none',
  FAILED: 'failed',
  INSTALLED: 'current',
  INTERRUPTED: 'failed',
  OFFLINE: 'off',
  RESUMED: 'waiting',
  REVOKED: 'none',
  SILENT: 'stuck',
  STUCK: 'stuck',
  UNBEGUN: 'unbegun',
  WITHDRAWN: 'waiting',
};

interface Props {
  readonly device: NonNullable<DevicePageQuery['device']>;
}

/** Whether the device is up to date, else why not and what to do: in the words in which its owner is told. */
export function UpdateCard({ device }: Props) {
  const { t } = useText();
  const { offerDecision: decision } = device;
  if (decision) return <Decided device={device} decision={decision} />;
  return (
    <Card title={t('device.update.never')} icon={<ICONS.never className={classes.mark} />}>
      <p className={classes.says}>{t('device.update.neverText')}</p>
    </Card>
  );
}

const FAILED: readonly string[] = ['FAILED', 'ROLLED_BACK'];

interface DecidedProps extends Props {
  readonly decision: NonNullable<Props['device']['offerDecision']>;
}

function Decided({ device, decision }: DecidedProps) {
  const { t, word } = useText();
  const may = useMay();
  const attempt = attemptOf(device);
  const latest = attempt ?? device.attempts.nodes[0];
  const shown = standingOf({ decision, attempt, presence: device.presence }, Date.now());
  const { standing } = shown;
  // The decision is of another release: why the device does not run the one before stands nowhere else.
  const failed = !attempt && standing !== 'UP_TO_DATE' && latest && FAILED.includes(latest.status) && latest;
  const title = TITLES[standing];
  const Mark = ICONS[title];
  const { release, releaseLifecycle } = decision;
  return (
    <Card title={t(`device.update.${title}`)} icon={<Mark className={classes.mark} data-standing={title} />}>
      <UpdateSays standing={shown} />
      {failed && <p className={classes.says}>{t('device.update.before', { version: failed.version })}</p>}
      <Facts
        facts={[
          [t('device.update.runs'), device.presence?.firmwareVersion ?? decision.currentFirmware],
          // A role that may not see releases is not told which one.
          ...(release && releaseLifecycle
            ? [
                [
                  t('device.update.release'),
                  <span key="release">
                    <RecordLink kind="RELEASE" id={release.id}>
                      {release.version}
                    </RecordLink>
                    {releaseLifecycle !== 'ROLLING_OUT' && ` · ${word('FirmwareLifecycle', releaseLifecycle)}`}
                  </span>,
                ] as const,
              ]
            : []),
          ...(latest && may('listInstallations')
            ? [
                [
                  t('device.update.installation'),
                  <Link key="attempt" to="/installations/$id" params={{ id: latest.id }} className="k-link">
                    {latest.version} · {word('InstallationStatus', latest.status)}
                  </Link>,
                ] as const,
              ]
            : []),
          [t('device.firmwareChannel'), word('FirmwareChannel', decision.channel)],
          [t('device.update.asked'), <Time key="asked" at={decision.at} ago />],
        ]}
      />
    </Card>
  );
}
