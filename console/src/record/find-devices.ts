import type { Client } from '@urql/core';
import type { SellableDeviceFragment, SellableDevicesQuery } from '../api/generated/operations.ts';
import { SellableDevicesDocument } from '../api/generated/record-sellable-devices.ts';
import type { Text } from '../text/index.tsx';
import type { Picked } from './record-picker.tsx';
import '../text/sales.ts';

/**
 * Devices that can be sold now. Those of archived batches come last and say so; before anything is typed they come only where there are no others.
 * @returns a sentence where the device that was typed exists and cannot be sold
 */
export async function findDevices(client: Client, typed: string, text: Text): Promise<readonly Picked[] | string> {
  const variables = { search: typed || undefined, isTyped: typed !== '' };
  const { data } = await client
    .query(SellableDevicesDocument, variables, { requestPolicy: 'network-only' })
    .toPromise();
  const ready = data?.ready?.nodes ?? [];
  const offered = ready.filter(({ batchStatus }) => batchStatus !== 'ARCHIVED');
  const archived = ready.filter(({ batchStatus }) => batchStatus === 'ARCHIVED');
  const found = [
    ...offered.map((device) => picked(device)),
    ...(typed || offered.length === 0 ? archived.map((device) => picked(device, text.t('sale.archivedBatch'))) : []),
  ];
  return found.length > 0 ? found : (whyNot(data, typed, text) ?? found);
}

const picked = ({ id, serial, model, hardwareRevision }: SellableDeviceFragment, mark?: string): Picked => ({
  id,
  name: serial,
  isCode: true,
  about: [model, hardwareRevision, mark].filter(Boolean).join(' · '),
});

/** Why the one device that is meant cannot be sold. */
function whyNot(data: SellableDevicesQuery | undefined, typed: string, { t, word }: Text): string | undefined {
  const others = data?.others?.nodes ?? [];
  const same = others.find(({ serial }) => serial === typed.toUpperCase());
  const meant = same ?? (others.length === 1 ? others[0] : undefined);
  if (!meant) return undefined;
  const { serial, status, activeSale } = meant;
  return activeSale
    ? t('sale.deviceSold', { serial, number: activeSale.number })
    : t('sale.deviceNotReady', { serial, status: word('DeviceStatus', status) });
}
