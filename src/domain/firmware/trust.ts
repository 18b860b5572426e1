import type { FirmwareChannel } from '../../model/enums.ts';
import type { Preparation } from '../kernel/operation.ts';
import type { Trust } from './package/index.ts';

declare module '../kernel/operation.ts' {
  interface DomainSettings {
    /** How many different keys have to have signed a release, by its channel. */
    readonly signatureThresholds: Readonly<Record<FirmwareChannel, number>>;
    /** The largest firmware image, bytes. */
    readonly firmwareMaxBytes: number;
  }
}

/** What signatures are judged against in a call: the registry and the settings as they are now. */
export function trustOf({ settings, keys, now }: Pick<Preparation, 'settings' | 'keys' | 'now'>): Trust {
  return { registry: keys.releaseKeys, brand: settings.brand, thresholds: settings.signatureThresholds, now };
}
