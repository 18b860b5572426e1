import type { KeySettings } from '../model/ports.ts';
import type { SettingReader } from './setting-reader.ts';

export const EXPLICIT_KEYS = [
  'KEY_ENCRYPTION_KEYS',
  'CLAIM_CODE_PEPPER',
  'PAIRING_ISSUER_KEY',
  'GRANT_ISSUER_KEY',
] as const;

/** Keys come from settings when any of them is set, else from files that the first start makes. */
export function readKeySettings(settings: SettingReader, dataDir: string): KeySettings {
  const given = EXPLICIT_KEYS.filter((name) => settings.text(name) !== undefined);
  const releaseTrust = settings.text('RELEASE_TRUST_KEYS');
  if (given.length === 0) return { kind: 'folder', path: `${dataDir}/keys`, releaseTrust };
  const missing = EXPLICIT_KEYS.filter((name) => settings.text(name) === undefined);
  if (missing.length > 0) settings.problems.push(`${given.join(', ')} also requires ${missing.join(', ')}`);
  return {
    kind: 'explicit',
    kek: settings.text('KEY_ENCRYPTION_KEYS') ?? '',
    pepper: settings.text('CLAIM_CODE_PEPPER') ?? '',
    pairingIssuerKey: settings.text('PAIRING_ISSUER_KEY') ?? '',
    grantIssuerKey: settings.text('GRANT_ISSUER_KEY') ?? '',
    releaseTrust,
    releaseTrustFile: `${dataDir}/keys/release-trust.jwks.json`,
  };
}
