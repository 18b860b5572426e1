import { SegmentedControl, Select, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from '../record/record-page.tsx';
import { usePreferences } from '../session/preferences.ts';
import { useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { LANGUAGE_NAMES, LANGUAGES } from '../text/triple.ts';
import { useTimes } from '../ui/time.tsx';
import '../text/me.ts';

const THEMES = ['LIGHT', 'DARK', 'SYSTEM'] as const;
const DENSITIES = ['COMFORTABLE', 'COMPACT'] as const;
const ZONES = Intl.supportedValuesOf('timeZone');

/** Language, theme, height of rows and time zone: each is kept at once. */
export function LookCard() {
  const { t, language } = useText();
  const { timeZone: business } = useViewer();
  const { dateTime } = useTimes();
  const { preferences, set } = usePreferences();
  return (
    <Card title={t('me.look')}>
      <Stack gap="md" maw={420}>
        <Choice label={t('me.language')}>
          <SegmentedControl
            fullWidth
            aria-label={t('me.language')}
            value={language}
            onChange={(next) => void set({ language: next })}
            data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          />
        </Choice>
        <Choice label={t('me.theme')}>
          <SegmentedControl
            fullWidth
            aria-label={t('me.theme')}
            value={preferences.theme}
            onChange={(theme) => void set({ theme })}
            data={THEMES.map((value) => ({ value, label: t(`me.${value}`) }))}
          />
        </Choice>
        <Choice label={t('me.density')}>
          <SegmentedControl
            fullWidth
            aria-label={t('me.density')}
            value={preferences.density}
            onChange={(density) => void set({ density })}
            data={DENSITIES.map((value) => ({ value, label: t(`me.${value}`) }))}
          />
        </Choice>
        <Select
          label={t('me.zone')}
          description={`${t('me.zoneNow', { time: dateTime(new Date().toISOString()) })} ${t('me.zoneText', { zone: business })}`}
          placeholder={t('me.businessZone', { zone: business })}
          searchable
          clearable
          limit={60}
          maxDropdownHeight={300}
          value={preferences.timeZone}
          onChange={(timeZone) => void set({ timeZone })}
          data={ZONES}
        />
      </Stack>
    </Card>
  );
}

function Choice({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      {children}
    </div>
  );
}
