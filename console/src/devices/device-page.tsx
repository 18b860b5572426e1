import { Skeleton } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useQuery } from 'urql';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { openRecord } from '../actions/open-record.ts';
import { SELLABLE } from '../actions/sellable.ts';
import { DevicePageDocument } from '../api/generated/devices-devices.ts';
import type { DevicePageQuery } from '../api/generated/operations.ts';
import { problemOf } from '../api/problem.ts';
import { useLive } from '../live/use-live.ts';
import { RecordLink } from '../palette/record-link.tsx';
import { Card, Column, Facts, RecordPage } from '../record/record-page.tsx';
import { useMay } from '../session/use-session.ts';
import { type Text, useText } from '../text/index.tsx';
import { decimal } from '../text/triple.ts';
import { Code, maskedCode } from '../ui/code.tsx';
import { countryName } from '../ui/country.ts';
import { PhoneLink } from '../ui/phone.tsx';
import { placeOf } from '../ui/place.ts';
import { ProblemState } from '../ui/problem-state.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { WaitingPage } from '../ui/waiting-page.tsx';
import { deviceActions } from './actions.ts';
import classes from './devices.module.css';
import { Online } from './online.tsx';
import { Timeline } from './timeline.tsx';
import { UpdateCard } from './update-card.tsx';
import '../text/customers.ts';
import '../text/devices.ts';

const DeviceDays = lazy(() => import('./device-days.tsx'));
const route = getRouteApi('/devices/$id');

type Device = NonNullable<DevicePageQuery['device']>;

export default function DevicePage(): ReactNode {
  const { id } = route.useParams();
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: DevicePageDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const refresh = () => readAgain({ requestPolicy: 'network-only' });
  useLive(['deviceChanged', 'devicePresenceChanged'], [id], refresh);
  const device = data?.device?.id === id ? data.device : undefined;
  const attempts = device?.attempts.nodes.map((attempt) => attempt.id) ?? [];
  useLive(['installationChanged'], attempts, refresh);
  if (device) return <Shown key={id} device={device} refresh={refresh} />;
  const problem = problemOf(error);
  if (problem && !fetching) return <ProblemState problem={problem} onRetry={refresh} list="/devices" />;
  return <WaitingPage />;
}

function Shown({ device, refresh }: { readonly device: Device; readonly refresh: () => void }) {
  const { t } = useText();
  const navigate = useNavigate();
  const may = useMay();
  const { id, revision, serial, presence, status } = device;
  const isSellable = status === 'READY' && may('createSale');
  const available = isSellable ? [...device.availableActions, SELLABLE] : device.availableActions;
  useEffect(() => {
    openRecord.set({
      record: { id, revision, name: serial },
      actions: deviceActions,
      available,
      refresh,
    });
    return () => openRecord.set(undefined);
  });
  return (
    <RecordPage
      title={serial}
      back={t('device.back')}
      onBack={() => void navigate({ to: '/devices' })}
      marks={
        <>
          <StatusBadge name="DeviceStatus" value={status} />
          <Online presence={presence} />
        </>
      }
      actions={
        <ActionButtons
          actions={deviceActions}
          record={{ id, revision, name: serial }}
          available={available}
          onDone={refresh}
        />
      }
    >
      <Column>
        <UpdateCard device={device} />
        <Suspense fallback={<Skeleton height={240} />}>
          <DeviceDays id={id} />
        </Suspense>
        <Timeline id={id} revision={revision} />
      </Column>
      <Column>
        <Card title={t('device.presence')}>
          <PresenceFacts device={device} />
        </Card>
        <Card title={t('device.facts')}>
          <OtherFacts device={device} />
        </Card>
      </Column>
    </RecordPage>
  );
}

const KIB = 1_024;

function PresenceFacts({ device: { presence } }: { readonly device: Device }) {
  const { t, language } = useText();
  if (!presence) return <span className={classes.dim}>{t('device.never')}</span>;
  const { lastSeenAt, firmwareVersion, appVersion, wifiRssi, temperature, freeHeap, uptime, online } = presence;
  return (
    <Facts
      facts={[
        [t('device.lastSeenAt'), <Time key="time" at={lastSeenAt} />],
        [t('device.firmwareVersion'), firmwareVersion],
        [t('device.appVersion'), appVersion],
        [t('device.wifiRssi'), wifiRssi !== null && `${wifiRssi} dBm`],
        [t('device.temperature'), temperature !== null && `${decimal(temperature, language, 1)} °C`],
        [t('device.freeHeap'), freeHeap !== null && `${Math.round(freeHeap / KIB)} KiB`],
        [t(online ? 'device.uptime' : 'device.uptimeThen'), uptime !== null && durationOf(uptime, t)],
      ].map(([name, value]) => [String(name), value === false ? undefined : value] as const)}
    />
  );
}

function durationOf(seconds: number, t: Text['t']): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return t('device.upDays', { days, hours: hours % 24 });
  return hours > 0 ? t('device.upHours', { hours, minutes: minutes % 60 }) : t('device.upMinutes', { minutes });
}

function OtherFacts({ device }: { readonly device: Device }) {
  const { t, word, language } = useText();
  const { owner, activeSale, batch, claimCode, firmwareChannel } = device;
  return (
    <Facts
      facts={[
        [
          t('device.owner'),
          owner && (
            <RecordLink key="owner" kind="CUSTOMER" id={owner.id}>
              {owner.fullName}
            </RecordLink>
          ),
        ],
        [t('customer.phone'), owner && <PhoneLink key="phone" typed={owner.phone} />],
        [t('signIn.email'), owner?.email],
        [t('device.ownerCity'), placeOf(owner?.city, countryName(owner?.country, language))],
        [
          t('device.sale'),
          activeSale && (
            <span key="sale">
              <RecordLink kind="SALE" id={activeSale.id}>
                <Code>{activeSale.number}</Code>
              </RecordLink>{' '}
              · {word('SaleStatus', activeSale.status)}
            </span>
          ),
        ],
        [
          t('device.claimCode'),
          claimCode && (
            <span key="claim">
              <Code>{maskedCode(claimCode.lastFour)}</Code> · {word('ClaimCodeStatus', claimCode.status)}
            </span>
          ),
        ],
        [t('device.model'), device.model],
        [t('device.hardwareRevision'), device.hardwareRevision],
        [
          t('device.batchCode'),
          <Code key="batch">
            {batch ? (
              <RecordLink kind="BATCH" id={batch.id}>
                {device.batchCode}
              </RecordLink>
            ) : (
              device.batchCode
            )}
          </Code>,
        ],
        [t('device.firmwareChannel'), firmwareChannel && word('FirmwareChannel', firmwareChannel)],
        [t('device.claimedAt'), <Time key="claimed" at={device.claimedAt} />],
        [t('device.activatedAt'), <Time key="activated" at={device.activatedAt} />],
        [t('device.createdAt'), <Time key="created" at={device.createdAt} />],
      ]}
    />
  );
}
