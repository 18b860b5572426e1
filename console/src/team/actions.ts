import {
  BlockedIcon,
  CircleSlashIcon,
  KeyIcon,
  PersonAddIcon,
  ShieldIcon,
  SignOutIcon,
  UnlockIcon,
} from '@primer/octicons-react';
import { type ComponentType, lazy } from 'react';
import type { Action, FormProps } from '../actions/action.ts';

type Forms = typeof import('./forms.tsx');

/** The forms come with their first use. */
const formOf = (name: keyof Forms) =>
  lazy(async (): Promise<{ default: ComponentType<FormProps> }> => ({ default: (await import('./forms.tsx'))[name] }));

const own = { fields: [], run: () => Promise.resolve([]) } as const;

/** Everything that can be done with a colleague; the first that is there is the button. */
export const adminActions: readonly Action[] = [
  {
    ...own,
    key: 'takeAway',
    label: 'team.takeAway',
    icon: CircleSlashIcon,
    operation: 'setAdminStatus',
    to: 'DISABLED',
    isDangerous: true,
    form: formOf('TakeAwayForm'),
  },
  {
    ...own,
    key: 'giveBack',
    label: 'team.giveBack',
    icon: UnlockIcon,
    operation: 'setAdminStatus',
    to: 'ACTIVE',
    form: formOf('GiveBackForm'),
  },
  {
    ...own,
    key: 'suspend',
    label: 'team.suspend',
    icon: BlockedIcon,
    operation: 'setAdminStatus',
    to: 'SUSPENDED',
    isDangerous: true,
    form: formOf('SuspendForm'),
  },
  {
    ...own,
    key: 'setRole',
    label: 'team.setRole',
    icon: ShieldIcon,
    operation: 'setAdminRole',
    form: formOf('RoleForm'),
  },
  {
    ...own,
    key: 'reset',
    label: 'team.reset',
    icon: KeyIcon,
    operation: 'resetAdminPassword',
    isDangerous: true,
    form: formOf('ResetForm'),
  },
  {
    ...own,
    key: 'endSessions',
    label: 'team.endSessions',
    icon: SignOutIcon,
    operation: 'revokeAdminSessions',
    isDangerous: true,
    form: formOf('EndSessionsForm'),
  },
];

export const createAdmin: Action = {
  ...own,
  key: 'createAdmin',
  label: 'team.create',
  icon: PersonAddIcon,
  operation: 'createAdmin',
  form: formOf('default'),
};
