import { GearIcon, GlobeIcon, type Icon, ProjectIcon, RowsIcon, SignOutIcon, SunIcon } from '@primer/octicons-react';
import { usePreferences } from '../session/preferences.ts';
import { signOut } from '../session/session.ts';
import { type TextKey, useText } from '../text/index.tsx';
import { LANGUAGE_NAMES, LANGUAGES } from '../text/triple.ts';
import { MAKING, SCREENS } from './screens.ts';
import '../text/palette.ts';

/** What is done from anywhere. */
export interface Command {
  readonly key: string;
  readonly label: string;
  /** Other words by which it is found. */
  readonly words: string;
  readonly icon: Icon;
  readonly run: () => void;
}

export function useCommands(): readonly Command[] {
  const { t, word, language } = useText();
  const { preferences, set } = usePreferences();
  const themes = (['LIGHT', 'DARK', 'SYSTEM'] as const).filter((theme) => theme !== preferences.theme);
  const densities = (['COMFORTABLE', 'COMPACT'] as const).filter((density) => density !== preferences.density);
  return [
    ...themes.map((theme) => ({
      key: theme,
      label: `${t('me.theme')}: ${t(`me.${theme}`)}`,
      words: t('palette.themeWords'),
      icon: SunIcon,
      run: () => void set({ theme }),
    })),
    ...LANGUAGES.filter((one) => one !== language).map((one) => ({
      key: one,
      label: `${t('me.language')}: ${LANGUAGE_NAMES[one]}`,
      words: `${t('palette.languageWords')} ${word('Locale', one)}`,
      icon: GlobeIcon,
      run: () => void set({ language: one }),
    })),
    ...densities.map((density) => ({
      key: density,
      label: `${t('me.density')}: ${t(`me.${density}`)}`,
      words: t('palette.densityWords'),
      icon: RowsIcon,
      run: () => void set({ density }),
    })),
    {
      key: 'signOut',
      label: t('me.signOut'),
      words: t('palette.signOutWords'),
      icon: SignOutIcon,
      run: () => void signOut(),
    },
  ];
}

/** Pages inside of a screen. */
const INSIDE = [
  {
    to: '/preorders/board',
    label: 'palette.board',
    words: 'palette.boardWords',
    icon: ProjectIcon,
    needs: 'listPreorders',
  },
  {
    to: '/preorders/settings',
    label: 'palette.preorderSettings',
    words: 'palette.preorderSettingsWords',
    icon: GearIcon,
    needs: 'getPreorderSettings',
  },
] as const;

/** Other words by which each screen is found: the name of one record, and what is done there. */
const WORDS: Readonly<Record<(typeof SCREENS)[number]['to'], TextKey>> = {
  '/today': 'palette.todayWords',
  '/analytics': 'palette.analyticsWords',
  '/devices': 'palette.devicesWords',
  '/customers': 'palette.customersWords',
  '/sales': 'palette.salesWords',
  '/preorders': 'palette.preordersWords',
  '/inventory': 'palette.inventoryWords',
  '/claim-codes': 'palette.claimCodesWords',
  '/releases': 'palette.releasesWords',
  '/installations': 'palette.installationsWords',
  '/team': 'palette.teamWords',
  '/service-accounts': 'palette.scriptsWords',
  '/audit': 'palette.auditWords',
  '/settings': 'palette.settingsWords',
  '/me': 'palette.meWords',
};

/** Every page that the palette leads to. Those of the menu are there before anything is typed. */
export const PLACES = [
  ...SCREENS.map((screen) => ({ ...screen, words: WORDS[screen.to], isInMenu: true })),
  ...[...MAKING, ...INSIDE].map((page) => ({ ...page, isInMenu: false })),
];
