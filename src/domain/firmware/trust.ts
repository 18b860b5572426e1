import type { Preparation } from '../kernel/operation.ts';
import type { Trust } from './package/index.ts';

/** The current registry and settings that signatures are verified against. */
export function trustOf({ settings, keys, now }: Pick<Preparation, 'settings' | 'keys' | 'now'>): Trust {
  return { registry: keys.releaseKeys, brand: settings.brand, thresholds: settings.signatureThresholds, now };
}
