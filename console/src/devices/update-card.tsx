import {
  CheckCircleIcon,
  CircleSlashIcon,
  ClockIcon,
  DownloadIcon,
  type Icon,
  InfoIcon,
  QuestionIcon,
  XCircleIcon,
} from '@primer/octicons-react';
import type { OfferReason } from '../api/generated/enums.ts';
import type { DevicePageQuery } from '../api/generated/operations.ts';
import { RecordLink } from '../palette/record-link.tsx';
import { Card, Facts } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import { offerNext } from '../text/offer-next.ts';
import { say } from '../text/triple.ts';
import { Time } from '../ui/time.tsx';
import classes from './devices.module.css';
import '../text/devices.ts';
import '../text/offer-words.ts';

const ICONS = {
  never: QuestionIcon,
  current: CheckCircleIcon,
  coming: DownloadIcon,
  waiting: ClockIcon,
  failed: XCircleIcon,
  refused: CircleSlashIcon,
  none: InfoIcon,
} as const satisfies Readonly<Record<string, Icon>>;

/** How things are with the update of a device, by what the service last decided. */
const STANDINGS: Readonly<Record<OfferReason, keyof typeof ICONS>> = {
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
};

interface Props {
  readonly decision: NonNullable<DevicePageQuery['device']>['offerDecision'];
}

/** Whether the device is up to date, else why not and what to do: in the words in which its owner is told. */
export function UpdateCard({ decision }: Props) {
  const { t, word, language } = useText();
  const standing = decision ? STANDINGS[decision.reason] : 'never';
  const Mark = ICONS[standing];
  const release = decision?.release;
  return (
    <Card title={t(`device.update.${standing}`)} icon={<Mark className={classes.mark} data-standing={standing} />}>
      {decision ? (
        <>
          <p className={classes.says}>{word('OfferReason', decision.reason)}</p>
          <p className={classes.says}>{say(offerNext[decision.reason], language)}</p>
          <Facts
            facts={[
              [t('device.update.runs'), decision.currentFirmware],
              // A role that may not see releases is not told which one.
              ...(release
                ? [
                    [
                      t('device.update.release'),
                      <RecordLink key="release" kind="RELEASE" id={release.id}>
                        {release.version}
                      </RecordLink>,
                    ] as const,
                  ]
                : []),
              [t('device.firmwareChannel'), word('FirmwareChannel', decision.channel)],
              [t('device.update.asked'), <Time key="asked" at={decision.at} ago />],
            ]}
          />
        </>
      ) : (
        <p className={classes.says}>{t('device.update.neverText')}</p>
      )}
    </Card>
  );
}
