import type { FirmwareChannel } from '../api/generated/enums.ts';
import type { EditField } from '../record/edit-input.tsx';
import type { Values } from '../record/merge.ts';
import type { TextKey } from '../text/index.tsx';
import { wholeUnitsOf } from '../ui/money-text.ts';
import '../text/settings.ts';

const CHANNELS: readonly FirmwareChannel[] = ['STABLE', 'BETA', 'INTERNAL'];

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

/** A setting, with its name and what it does. */
const common = (name: Name, group: TextKey) =>
  ({
    name,
    group,
    label: `settings.${name}`,
    description: `settings.${name}Text`,
    isWide: true,
    isRequired: true,
  }) as const;
const text = (name: Name, group: TextKey): EditField => ({ ...common(name, group), kind: 'text' });
const number = (name: Name, group: TextKey): EditField => ({ ...common(name, group), kind: 'number' });

export const BUSINESS: readonly EditField[] = [
  text('companyName', 'settings.company'),
  text('orderNumberPrefix', 'settings.company'),
  { ...common('defaultCurrency', 'settings.company'), kind: 'currency' },
  number('defaultDevicePrice', 'settings.company'),
  number('onlineThresholdMinutes', 'settings.counting'),
  number('activeThresholdDays', 'settings.counting'),
];

export const SYSTEM: readonly EditField[] = [
  {
    ...common('defaultFirmwareChannel', 'settings.firmware'),
    kind: 'choice',
    word: 'FirmwareChannel',
    values: CHANNELS,
  },
  number('defaultRolloutPercentage', 'settings.firmware'),
  number('maximumMacsPerDevice', 'settings.apps'),
  number('pairingCertificateDays', 'settings.apps'),
  number('heartbeatTimeoutSeconds', 'settings.apps'),
];

/** What the API takes: numbers as numbers; an empty one is sent as it is, and refused at its field. */
export function inputOf(fields: readonly EditField[], values: Values) {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const typed = values[name]?.trim() ?? '';
      return [name, kind === 'number' ? (wholeUnitsOf(typed) ?? typed) : typed];
    }),
  );
}
