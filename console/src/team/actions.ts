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
import { type Action, byForm, type FormProps } from '../actions/action.ts';
import '../text/team.ts';

type Forms = typeof import('./forms.tsx');

/** The forms come with their first use. */
const formOf = (name: keyof Forms) =>
  lazy(async (): Promise<{ default: ComponentType<FormProps> }> => ({ default: (await import('./forms.tsx'))[name] }));

/** Everything that can be done with a colleague; the first that is there is the button. */
export const adminActions: readonly Action[] = [
  {
    ...byForm,
    key: 'takeAway',
    label: 'team.takeAway',
    words: 'team.takeAwayWords',
    icon: CircleSlashIcon,
    operation: 'setAdminStatus',
    to: 'DISABLED',
    isDangerous: true,
    form: formOf('TakeAwayForm'),
  },
  {
    ...byForm,
    key: 'giveBack',
    label: 'team.giveBack',
    icon: UnlockIcon,
    operation: 'setAdminStatus',
    to: 'ACTIVE',
    form: formOf('GiveBackForm'),
  },
  {
    ...byForm,
    key: 'suspend',
    label: 'team.suspend',
    icon: BlockedIcon,
    operation: 'setAdminStatus',
    to: 'SUSPENDED',
    isDangerous: true,
    form: formOf('SuspendForm'),
  },
  {
    ...byForm,
    key: 'setRole',
    label: 'team.setRole',
    icon: ShieldIcon,
    operation: 'setAdminRole',
    form: formOf('RoleForm'),
  },
  {
    ...byForm,
    key: 'reset',
    label: 'team.reset',
    icon: KeyIcon,
    operation: 'resetAdminPassword',
    isDangerous: true,
    form: formOf('ResetForm'),
  },
  {
    ...byForm,
    key: 'endSessions',
    label: 'team.endSessions',
    icon: SignOutIcon,
    operation: 'revokeAdminSessions',
    isDangerous: true,
    form: formOf('EndSessionsForm'),
  },
];

export const createAdmin: Action = {
  ...byForm,
  key: 'createAdmin',
  label: 'team.create',
  icon: PersonAddIcon,
  operation: 'createAdmin',
  form: formOf('default'),
};
