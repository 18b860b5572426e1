import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useClient } from 'urql';
import type { SetPreferencesInput } from '../api/generated/operations.ts';
import { SetPreferencesDocument } from '../api/generated/session-session.ts';
import { setViewer } from './session.ts';
import { useViewer } from './use-session.ts';

export const SCHEMES: Readonly<Record<'LIGHT' | 'DARK' | 'SYSTEM', MantineColorScheme>> = {
  LIGHT: 'light',
  DARK: 'dark',
  SYSTEM: 'auto',
};

/** Changes how the admin wants screens to be: at once here, then in the account. */
export function usePreferences() {
  const viewer = useViewer();
  const client = useClient();
  const { setColorScheme } = useMantineColorScheme();
  return {
    preferences: viewer.preferences,
    async set(input: SetPreferencesInput) {
      setViewer({ ...viewer, preferences: { ...viewer.preferences, ...withoutNull(input) } });
      if (input.theme) setColorScheme(SCHEMES[input.theme]);
      const { data } = await client.mutation(SetPreferencesDocument, { input }).toPromise();
      const preferences = data?.setPreferences?.preferences;
      setViewer(preferences ? { ...viewer, preferences } : viewer);
    },
  };
}

type Changes = Partial<ReturnType<typeof useViewer>['preferences']>;

function withoutNull({ language, theme, density, pageSize }: SetPreferencesInput): Changes {
  return {
    ...(language && { language }),
    ...(theme && { theme }),
    ...(density && { density }),
    ...(pageSize && { pageSize }),
  };
}
