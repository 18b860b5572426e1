import type { ReactNode } from 'react';
import { useClient, useQuery } from 'urql';
import type {
  BusinessFactsFragment,
  SystemFactsFragment,
  UpdateBusinessSettingsInput,
  UpdateSystemSettingsInput,
} from '../api/generated/operations.ts';
import {
  SettingsPageDocument,
  UpdateBusinessSettingsDocument,
  UpdateSystemSettingsDocument,
} from '../api/generated/settings-settings.ts';
import { problemOf } from '../api/problem.ts';
import { useReadOnFocus } from '../live/read-on-focus.ts';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { ProblemState } from '../ui/problem-state.tsx';
import { Sections } from '../ui/sections.tsx';
import { WaitingPage } from '../ui/waiting-page.tsx';
import { BUSINESS, inputOf, SYSTEM } from './fields.ts';
import { SettingsCard, type Stored } from './settings-card.tsx';

/** Everything that the service decides by settings. */
export default function SettingsPage(): ReactNode {
  const { t } = useText();
  const may = useMay();
  const client = useClient();
  const [{ data, error }, readAgain] = useQuery({ query: SettingsPageDocument, requestPolicy: 'cache-and-network' });
  const refresh = () => readAgain({ requestPolicy: 'network-only' });
  useReadOnFocus(refresh);
  const problem = problemOf(error);
  const settings = data?.settings;
  if (!settings && problem) return <ProblemState problem={problem} onRetry={refresh} />;
  if (!settings) return <WaitingPage />;
  const fresh = async () => {
    const { data: now } = await client.query(SettingsPageDocument, {}, { requestPolicy: 'network-only' }).toPromise();
    return now?.settings;
  };
  return (
    <Sections title={t('nav.settings')}>
      <SettingsCard
        title="settings.business"
        fields={BUSINESS}
        stored={storedOf(settings.business)}
        mayChange={may('updateBusinessSettings')}
        save={async (_, revision, values) => {
          const input = inputOf(BUSINESS, values) as UpdateBusinessSettingsInput;
          const result = await client.mutation(UpdateBusinessSettingsDocument, { revision, input }).toPromise();
          return problemOf(result.error);
        }}
        readAgain={async () => {
          const now = await fresh();
          return now ? storedOf(now.business) : undefined;
        }}
      />
      <SettingsCard
        title="settings.system"
        fields={SYSTEM}
        stored={storedOf(settings.system)}
        mayChange={may('updateSystemSettings')}
        save={async (_, revision, values) => {
          const input = inputOf(SYSTEM, values) as UpdateSystemSettingsInput;
          const result = await client.mutation(UpdateSystemSettingsDocument, { revision, input }).toPromise();
          return problemOf(result.error);
        }}
        readAgain={async () => {
          const now = await fresh();
          return now ? storedOf(now.system) : undefined;
        }}
      />
    </Sections>
  );
}

function storedOf(settings: BusinessFactsFragment | SystemFactsFragment): Stored {
  const { revision, updatedAt, __typename, id, ...values } = settings;
  return {
    revision,
    updatedAt,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
  };
}
