import { DeviceDesktopIcon, type Icon } from '@primer/octicons-react';
import type { TextKey } from '../text/index.tsx';

export interface NavEntry {
  readonly to: '/devices';
  readonly label: TextKey;
  readonly icon: Icon;
  /** The operation that its screen needs. */
  readonly needs: string;
}

/** The screens that there are, in the order of the menu. */
export const NAV: readonly NavEntry[] = [
  { to: '/devices', label: 'nav.devices', icon: DeviceDesktopIcon, needs: 'listDevices' },
];
