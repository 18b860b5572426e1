import { Spotlight, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { ClockIcon, DeviceDesktopIcon, SearchIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { standingOf } from '../actions/action.ts';
import { openRecord } from '../actions/open-record.ts';
import { sentencePartsOf } from '../actions/reason.ts';
import { useRunner } from '../actions/runner.tsx';
import type { SearchKind } from '../api/generated/enums.ts';
import { SearchDocument } from '../api/generated/palette-palette.ts';
import { createStore, useStore } from '../api/store.ts';
import { useText } from '../text/index.tsx';
import { sentenceOf } from '../text/problem.ts';

interface Recent {
  readonly id: string;
  readonly kind: SearchKind;
  readonly title: string;
}

const MAX_RECENT = 6;
const recents = createStore<readonly Recent[]>([]);
const TYPED_MS = 180;
const MIN_LENGTH = 2;

/** The screens of records; the others are found, and said to have none yet. */
const OPENABLE: ReadonlySet<SearchKind> = new Set<SearchKind>(['DEVICE']);

/** Ctrl-K: finds any record and does what the open one allows. */
export default function Palette() {
  const text = useText();
  const { t, word } = text;
  const navigate = useNavigate();
  const start = useRunner();
  const open = useStore(openRecord);
  const recent = useStore(recents);
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), TYPED_MS);
  const isAsking = asked.length >= MIN_LENGTH;
  const [{ data, fetching }] = useQuery({ query: SearchDocument, variables: { text: asked }, pause: !isAsking });
  const hits = isAsking ? (data?.search ?? []) : [];
  const matches = (label: string) => label.toLowerCase().includes(typed.trim().toLowerCase());

  const go = (one: Recent) => {
    recents.set([one, ...recent.filter(({ id }) => id !== one.id)].slice(0, MAX_RECENT));
    void navigate({ to: '/devices/$id', params: { id: one.id } });
  };
  const actions = (open?.actions ?? []).flatMap((action) => {
    const standing = open && standingOf(action, open.available);
    return standing && matches(t(action.label)) && standing.reason?.blockedBy !== 'ROLE' ? [{ action, standing }] : [];
  });

  // Whoever opened it waited for this code.
  useEffect(() => spotlight.open(), []);
  return (
    <Spotlight.Root query={typed} onQueryChange={setTyped} scrollable maxHeight={440} shortcut={null}>
      <Spotlight.Search placeholder={t('palette.prompt')} aria-label={t('palette.open')} leftSection={<SearchIcon />} />
      <Spotlight.ActionsList>
        {actions.length > 0 && (
          <Spotlight.ActionsGroup label={`${t('palette.here')}: ${open?.record.name}`}>
            {actions.map(({ action, standing }) => (
              <Spotlight.Action
                key={action.key}
                label={t(action.label)}
                description={standing.reason && sentenceOf(sentencePartsOf(standing.reason), text)}
                leftSection={<action.icon />}
                disabled={!standing.isAllowed}
                onClick={() =>
                  open && start({ action, records: [open.record], available: open.available, onDone: open.refresh })
                }
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {hits.length > 0 && (
          <Spotlight.ActionsGroup label={t('palette.found')}>
            {hits.map(({ id, kind, title, subtitle }) => (
              <Spotlight.Action
                key={id}
                label={title}
                description={[word('SearchKind', kind), OPENABLE.has(kind) ? subtitle : t('palette.closed')]
                  .filter(Boolean)
                  .join(' · ')}
                leftSection={<DeviceDesktopIcon />}
                disabled={!OPENABLE.has(kind)}
                onClick={() => go({ id, kind, title })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {typed === '' && recent.length > 0 && (
          <Spotlight.ActionsGroup label={t('palette.recent')}>
            {recent.map((one) => (
              <Spotlight.Action key={one.id} label={one.title} leftSection={<ClockIcon />} onClick={() => go(one)} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {typed === '' && (
          <Spotlight.ActionsGroup label={t('palette.go')}>
            <Spotlight.Action
              label={t('nav.devices')}
              leftSection={<DeviceDesktopIcon />}
              onClick={() => void navigate({ to: '/devices' })}
            />
          </Spotlight.ActionsGroup>
        )}
        {typed !== '' && hits.length === 0 && actions.length === 0 && (
          <Spotlight.Empty>
            {isAsking && !fetching ? t('palette.nothing', { text: asked }) : t('palette.more')}
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
