import { Spotlight, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { ClockIcon, SearchIcon } from '@primer/octicons-react';
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
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { sentenceOf } from '../text/problem.ts';
import { SCREENS } from './screens.ts';

interface Recent {
  readonly id: string;
  readonly kind: SearchKind;
  readonly title: string;
}

const MAX_RECENT = 6;
const recents = createStore<readonly Recent[]>([]);
const TYPED_MS = 180;
const MIN_LENGTH = 2;

const screenOf = (kind: SearchKind) => SCREENS.find((screen) => screen.kind === kind);

/** Ctrl-K: finds any record and does what the open one allows. */
export default function Palette() {
  const text = useText();
  const { t, word } = text;
  const navigate = useNavigate();
  const start = useRunner();
  const may = useMay();
  const open = useStore(openRecord);
  const recent = useStore(recents);
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), TYPED_MS);
  const isAsking = asked.length >= MIN_LENGTH;
  const [{ data, fetching }] = useQuery({ query: SearchDocument, variables: { text: asked }, pause: !isAsking });
  // Kinds without a screen are left out: there is nothing to open.
  const hits = isAsking ? (data?.search ?? []).filter(({ kind }) => screenOf(kind)?.record) : [];
  const matches = (label: string) => label.toLowerCase().includes(typed.trim().toLowerCase());

  const go = (one: Recent) => {
    const path = screenOf(one.kind)?.record;
    if (!path) return;
    recents.set([one, ...recent.filter(({ id }) => id !== one.id)].slice(0, MAX_RECENT));
    void navigate({ to: path, params: { id: one.id } });
  };
  const actions = (open?.actions ?? []).flatMap((action) => {
    const standing = open && standingOf(action, open.available);
    return standing && matches(t(action.label)) && standing.reason?.blockedBy !== 'ROLE' ? [{ action, standing }] : [];
  });

  // Whoever opened it waited for this code.
  useEffect(() => spotlight.open(), []);
  return (
    <Spotlight.Root
      query={typed}
      onQueryChange={setTyped}
      // Whoever opens it again before it has closed does not go on with what was typed before.
      onSpotlightOpen={() => setTyped('')}
      scrollable
      maxHeight={440}
      shortcut={null}
      attributes={{ content: { 'aria-label': t('palette.open') } }}
    >
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
            {hits.map(({ id, kind, title, subtitle }) => {
              const Mark = screenOf(kind)?.icon ?? SearchIcon;
              return (
                <Spotlight.Action
                  key={id}
                  label={title}
                  description={[word('SearchKind', kind), subtitle].filter(Boolean).join(' · ')}
                  leftSection={<Mark />}
                  onClick={() => go({ id, kind, title })}
                />
              );
            })}
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
            {SCREENS.filter(({ needs }) => may(needs)).map(({ to, label, icon: Mark }) => (
              <Spotlight.Action
                key={to}
                label={t(label)}
                leftSection={<Mark />}
                onClick={() => void navigate({ to })}
              />
            ))}
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
