import { Button } from '@mantine/core';
import { DeviceDesktopIcon, DeviceMobileIcon } from '@primer/octicons-react';
import { useClient, useQuery } from 'urql';
import type { Action } from '../actions/action.ts';
import { useRunner } from '../actions/runner.tsx';
import { EndSessionDocument, MySessionsDocument } from '../api/generated/me-me.ts';
import { problemOf } from '../api/problem.ts';
import { Card } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import { useTimes } from '../ui/time.tsx';
import { ToneBadge } from '../ui/tone-badge.tsx';
import { browserName } from './browser-name.ts';
import classes from './me.module.css';
import '../text/me.ts';

/** The viewer's own sessions, each of which can be ended. */
export function Sessions() {
  const { t } = useText();
  const { ago, dateTime } = useTimes();
  const client = useClient();
  const start = useRunner();
  const [{ data, error }, readAgain] = useQuery({ query: MySessionsDocument, requestPolicy: 'cache-and-network' });
  const problem = problemOf(error);
  const refresh = () => readAgain({ requestPolicy: 'network-only' });
  const sessions = [...(data?.sessions ?? [])].sort((one, other) => Number(other.current) - Number(one.current));
  const nameOf = (userAgent: string | null) => {
    const { browser, system } = browserName(userAgent);
    if (!browser) return t('me.unknownBrowser');
    return system ? t('me.browserOn', { browser, system }) : browser;
  };
  const endSession: Action = {
    key: 'endSession',
    label: 'me.endSession',
    done: 'me.did.endSession',
    text: 'me.endSessionText',
    icon: DeviceDesktopIcon,
    operation: 'endSession',
    isDangerous: true,
    fields: [],
    run: (_client, records) =>
      Promise.all(
        records.map(async ({ id }) => {
          const { error: failed } = await client.mutation(EndSessionDocument, { id }).toPromise();
          return { id, problem: problemOf(failed) };
        }),
      ),
  };
  return (
    <Card title={t('me.sessions')}>
      {problem && <ProblemAlert problem={problem} />}
      <ul className={classes.sessions}>
        {sessions.map(({ id, current, createdAt, lastUsedAt, expiresAt, ip, userAgent }) => {
          const name = nameOf(userAgent);
          const Mark = /Mobile|Android|iPhone/.test(userAgent ?? '') ? DeviceMobileIcon : DeviceDesktopIcon;
          return (
            <li key={id}>
              <Mark />
              <div>
                <div>
                  {name} {current && <ToneBadge tone="good">{t('me.thisOne')}</ToneBadge>}
                </div>
                <div className={classes.dim}>
                  {t('me.sessionFacts', { ip, created: ago(createdAt), used: ago(lastUsedAt) })}
                </div>
                <div className={classes.dim}>{t('me.sessionEnds', { time: dateTime(expiresAt) })}</div>
              </div>
              {!current && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('me.endSessionOf', { name })}
                  onClick={() =>
                    start({ action: endSession, records: [{ id, revision: 0, name }], onDone: () => refresh() })
                  }
                >
                  {t('me.endSession')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
