import type { Preparation } from '../kernel/operation.ts';
import type { Trust } from './package/index.ts';

/** What signatures are judged against in a call: the registry and the settings as they are now. */
export function trustOf({ settings, keys, now }: Pick<Preparation, 'settings' | 'keys' | 'now'>): Trust {
  return { registry: keys.releaseKeys, brand: settings.brand, thresholds: settings.signatureThresholds, now };
}
