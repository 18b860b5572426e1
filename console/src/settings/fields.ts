import type { TextKey } from '../text/index.tsx';
import '../text/settings.ts';

type Name =
  | 'companyName'
  | 'orderNumberPrefix'
  | 'defaultCurrency'
  | 'defaultDevicePrice'
  | 'onlineThresholdMinutes'
  | 'activeThresholdDays'
  | 'defaultFirmwareChannel'
  | 'defaultRolloutPercentage'
  | 'maximumMacsPerDevice'
  | 'pairingCertificateDays'
  | 'heartbeatTimeoutSeconds';

export interface SettingField {
  readonly name: Name;
  readonly kind: 'text' | 'number' | 'channel';
}

/** Settings that belong together, with their heading. */
export interface SettingGroup {
  readonly label: TextKey;
  readonly fields: readonly SettingField[];
}

const text = (name: Name): SettingField => ({ name, kind: 'text' });
const number = (name: Name): SettingField => ({ name, kind: 'number' });

export const BUSINESS: readonly SettingGroup[] = [
  {
    label: 'settings.company',
    fields: [text('companyName'), text('orderNumberPrefix'), text('defaultCurrency'), number('defaultDevicePrice')],
  },
  { label: 'settings.counting', fields: [number('onlineThresholdMinutes'), number('activeThresholdDays')] },
];

export const SYSTEM: readonly SettingGroup[] = [
  {
    label: 'settings.firmware',
    fields: [{ name: 'defaultFirmwareChannel', kind: 'channel' }, number('defaultRolloutPercentage')],
  },
  {
    label: 'settings.apps',
    fields: [number('maximumMacsPerDevice'), number('pairingCertificateDays'), number('heartbeatTimeoutSeconds')],
  },
];

/** What the API takes: numbers as numbers; what is no whole number is sent as it was typed, and refused at its field. */
export function inputOf(groups: readonly SettingGroup[], values: Readonly<Record<string, string>>) {
  const fields = groups.flatMap((group) => group.fields);
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const typed = values[name]?.trim() ?? '';
      const whole = typed.replace(/[\s\u202f\u00a0]/g, '');
      return [name, kind === 'number' && /^-?\d+$/.test(whole) ? Number(whole) : typed];
    }),
  );
}
