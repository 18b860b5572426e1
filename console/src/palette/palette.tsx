import { createSpotlight, Spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { ClockIcon, SearchIcon } from '@primer/octicons-react';
import { useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
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
import { phoneText } from '../ui/phone-text.ts';
import { Chosen } from './chosen.tsx';
import { PLACES, useCommands } from './commands.ts';
import { SCREENS } from './screens.ts';
import { isEntered, isShown, keysAreRead, typed as typedStore } from './typed.ts';
import '../text/palette.ts';

interface Recent {
  readonly id: string;
  readonly kind: SearchKind;
  readonly title: string;
}

const MAX_RECENT = 6;
const recents = createStore<readonly Recent[]>([]);
const TYPED_MS = 180;
const MIN_LENGTH = 2;

const LIST = 'palette-list';
const [spotlight, { open }] = createSpotlight();

export function show(): void {
  isShown.set(true);
  open();
}

/** As people type it: few of them type ё. */
const plain = (text: string) => text.toLowerCase().replaceAll('ё', 'е');

const screenOf = (kind: SearchKind) => SCREENS.find((screen) => screen.kind === kind);

/** Ctrl-K: finds any record and does what the open one allows. */
export default function Palette() {
  const text = useText();
  const { t, word } = text;
  const navigate = useNavigate();
  const start = useRunner();
  const may = useMay();
  const here = useStore(openRecord);
  const recent = useStore(recents);
  const typed = useStore(typedStore);
  const wanted = typed.trim();
  const [asked] = useDebouncedValue(wanted, TYPED_MS);
  const isAsking = asked.length >= MIN_LENGTH && wanted !== '';
  const [{ data, fetching }] = useQuery({ query: SearchDocument, variables: { text: asked }, pause: !isAsking });
  // Kinds without a screen are left out: there is nothing to open.
  const found = isAsking ? (data?.search ?? []).filter(({ kind }) => screenOf(kind)?.record) : [];
  const isBehind = wanted.length >= MIN_LENGTH && (wanted !== asked || fetching);
  const matches = (label: string) => plain(label).includes(plain(wanted));
  const begins = (label: string) => ` ${plain(label)}`.includes(` ${plain(wanted)}`);

  const go = (one: Recent) => {
    const path = screenOf(one.kind)?.record;
    if (!path) return;
    recents.set([one, ...recent.filter(({ id }) => id !== one.id)].slice(0, MAX_RECENT));
    void navigate({ to: path, params: { id: one.id } });
  };
  const actions = (here?.actions ?? [])
    .flatMap((action) => {
      const standing = here && standingOf(action, here.available);
      const isMeant = matches(t(action.label)) || (wanted !== '' && action.words && begins(t(action.words)));
      return standing && isMeant && standing.reason?.blockedBy !== 'ROLE' ? [{ action, standing }] : [];
    })
    .sort((one, other) => Number(other.standing.isAllowed) - Number(one.standing.isAllowed));
  const places = PLACES.filter(
    ({ label, words, isInMenu, needs }) =>
      may(needs) && (wanted === '' ? isInMenu : begins(t(label)) || (words && begins(t(words)))),
  );
  const commands = useCommands().filter(({ label, words }) => wanted !== '' && (begins(label) || begins(words)));
  const shown = [
    ...actions.map(({ action }) => action.key),
    ...places.map(({ to }) => to),
    ...commands.map(({ key }) => key),
    ...found.map(({ id }) => id),
  ];
  const onType = (next: string) => {
    isEntered.set(false);
    typedStore.set(next);
  };
  const onClose = () => {
    isShown.set(false);
    keysAreRead();
  };
  // What was found so far is for what was typed before: Enter opens what this text finds.
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Enter' || !isBehind || actions.length + places.length + commands.length > 0) return;
    isEntered.set(true);
    document.querySelector(`#${LIST} [data-selected]`)?.removeAttribute('data-selected');
  };

  const none = isBehind ? t('palette.looking') : t('palette.nothing', { text: asked });
  const isShort = wanted.length < MIN_LENGTH;

  return (
    <Spotlight.Root
      store={spotlight}
      query={typed}
      onQueryChange={onType}
      clearQueryOnClose={false}
      onSpotlightClose={onClose}
      scrollable
      maxHeight={440}
      shortcut={null}
      classNames={{ actionLabel: 'k-cut', actionDescription: 'k-cut' }}
      // What was chosen may open a dialog with a button of the same name: the two are never there at once.
      transitionProps={{ transition: 'pop', duration: 200, exitDuration: 0 }}
      attributes={{ content: { 'aria-label': t('palette.open') } }}
    >
      <Spotlight.Search
        data-palette
        placeholder={t('palette.prompt')}
        aria-label={t('palette.open')}
        leftSection={<SearchIcon />}
        onFocus={keysAreRead}
        onKeyDown={onKeyDown}
      />
      <Spotlight.ActionsList id={LIST}>
        <Chosen store={spotlight} list={LIST} shown={shown.join()} isBehind={isBehind} />
        {actions.length > 0 && (
          <Spotlight.ActionsGroup label={`${t('palette.here')}: ${here?.record.name}`}>
            {actions.map(({ action, standing }) => (
              <Spotlight.Action
                key={action.key}
                label={t(action.label)}
                description={standing.reason && sentenceOf(sentencePartsOf(standing.reason), text)}
                leftSection={<action.icon />}
                disabled={!standing.isAllowed}
                onClick={() =>
                  here && start({ action, records: [here.record], available: here.available, onDone: here.refresh })
                }
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {wanted === '' && recent.length > 0 && (
          <Spotlight.ActionsGroup label={t('palette.recent')}>
            {recent.map((one) => (
              <Spotlight.Action key={one.id} label={one.title} leftSection={<ClockIcon />} onClick={() => go(one)} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {places.length > 0 && (
          <Spotlight.ActionsGroup label={t('palette.go')}>
            {places.map(({ to, label, icon: Mark }) => (
              <Spotlight.Action
                key={to}
                label={t(label)}
                leftSection={<Mark />}
                onClick={() => void navigate({ to })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {commands.length > 0 && (
          <Spotlight.ActionsGroup label={t('palette.do')}>
            {commands.map(({ key, label, icon: Mark, run }) => (
              <Spotlight.Action key={key} label={label} leftSection={<Mark />} onClick={run} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {found.length > 0 && (
          <Spotlight.ActionsGroup label={t('palette.found')}>
            {found.map(({ id, kind, title, subtitle }) => {
              const Mark = screenOf(kind)?.icon ?? SearchIcon;
              return (
                <Spotlight.Action
                  key={id}
                  label={title}
                  description={[
                    word('SearchKind', kind),
                    kind === 'CUSTOMER' && subtitle ? phoneText(subtitle) : subtitle,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  leftSection={<Mark />}
                  onClick={() => go({ id, kind, title })}
                />
              );
            })}
          </Spotlight.ActionsGroup>
        )}
        {wanted !== '' && shown.length === 0 && <Spotlight.Empty>{isShort ? t('palette.more') : none}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
