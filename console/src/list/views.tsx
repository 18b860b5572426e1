import { ActionIcon, Badge, Button, Checkbox, Divider, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CheckIcon, TrashIcon } from '@primer/octicons-react';
import { type FormEvent, Fragment, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import type { ViewedList } from '../api/generated/enums.ts';
import {
  CreateSavedViewDocument,
  DeleteSavedViewDocument,
  SavedViewsDocument,
  UpdateSavedViewDocument,
} from '../api/generated/list-views.ts';
import type { SavedViewsQuery } from '../api/generated/operations.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import { Overtaken } from '../record/overtaken.tsx';
import { useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { problemBesides, problemOfField } from '../text/problem.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import { type FilterDef, type Search, searchOf } from './filters.ts';
import type { Query } from './list-def.ts';
import type { ListState } from './use-list-state.ts';
import '../text/edit.ts';
import '../text/field-names.ts';
import '../text/list.ts';

/** The revision that each view had when it was opened or saved in this page: what is shown was begun from it. */
const begun = new Map<string, number>();

type View = NonNullable<SavedViewsQuery['savedViews']>['nodes'][number];

export interface ViewsProps {
  readonly def: { readonly list: ViewedList; readonly view: string; readonly filters: readonly FilterDef[] };
  readonly state: ListState;
}

/** The views to open, and the form that saves one. */
export default function Views({ def, state, close }: ViewsProps & { readonly close: () => void }) {
  const text = useText();
  const { t } = text;
  const viewer = useViewer();
  const [{ data }, readAgain] = useQuery({
    query: SavedViewsDocument,
    variables: { list: def.list },
    requestPolicy: 'cache-and-network',
  });
  const [, create] = useMutation(CreateSavedViewDocument);
  const [, update] = useMutation(UpdateSavedViewDocument);
  const [, remove] = useMutation(DeleteSavedViewDocument);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [leaving, setLeaving] = useState<string>();
  const [overtaken, setOvertaken] = useState<string>();
  const views = data?.savedViews?.nodes ?? [];
  const rest = problemBesides(problem, ['name']);
  const refresh = () => readAgain({ requestPolicy: 'network-only' });

  function open(view: View) {
    begun.set(view.id, view.revision);
    state.replace(addressOf(view));
    close();
  }

  const addressOf = ({ query, columns }: Kept): Search => {
    const { filter, search, sort } = Object(query) as Query;
    const [order] = sort ?? [];
    return {
      ...searchOf(def.filters, filter),
      ...(search && { q: search }),
      ...(order && { sort: `${order.direction === 'DESC' ? '-' : ''}${order.field}` }),
      cols: columns.join(','),
    };
  };
  /** An address has no order of its parameters. */
  const textOf = (kept: Kept) => String(Object.entries(addressOf(kept)).sort());
  const here = textOf({ query: state.query, columns: state.query.columns });
  const isHere = (view: View) => textOf(view) === here;

  const saySaved = (what: string) => notifications.show({ color: 'karvon', title: t('edit.saved'), message: what });

  /** What is shown now, as a view keeps it. */
  function shown() {
    const { filter, sort, search, columns } = state.query;
    return { [def.view]: { filter, sort, search, columns } };
  }

  /** Saves what is shown in place of a view, if nobody saved that since. A view is a whole, of which no parts are put together. */
  async function replace(view: View, revision = begun.get(view.id) ?? view.revision) {
    const { data: saved, error } = await update({ id: view.id, revision, input: { view: shown() as never } });
    const found = problemOf(error);
    const isOvertaken = found?.code === 'REVISION_CONFLICT';
    begun.set(view.id, saved?.updateSavedView?.savedView.revision ?? revision);
    setOvertaken(isOvertaken ? view.id : undefined);
    setProblem(isOvertaken ? undefined : found);
    if (!found) saySaved(view.name);
    refresh();
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    const view = shown();
    const { data: made, error } = await create({ input: { name: name.trim(), shared, view: view as never } });
    const found = problemOf(error);
    setProblem(found);
    if (found) return;
    const saved = made?.createSavedView?.savedView;
    if (saved) begun.set(saved.id, saved.revision);
    setName('');
    saySaved(name.trim());
    refresh();
  }

  return (
    <Stack gap={6}>
      {views.length === 0 && (
        <Text size="xs" c="dimmed">
          {t('list.noViews')}
        </Text>
      )}
      {views.map((view) => (
        <Fragment key={view.id}>
          <Group gap={4} wrap="nowrap">
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              justify="flex-start"
              flex={1}
              aria-current={isHere(view) || undefined}
              leftSection={isHere(view) && <CheckIcon size={14} />}
              onClick={() => open(view)}
            >
              {view.name}
            </Button>
            {view.shared && (
              <Badge size="xs" variant="default">
                {t('list.viewShort')}
              </Badge>
            )}
            {view.ownerId === viewer.admin.id && !isHere(view) && (
              <Button
                variant="subtle"
                size="compact-xs"
                flex="none"
                aria-label={t('list.updateView', { name: view.name })}
                title={t('list.updateView', { name: view.name })}
                onClick={() => void replace(view)}
              >
                {t('form.save')}
              </Button>
            )}
            {view.ownerId === viewer.admin.id && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('list.deleteView', { name: view.name })}
                onClick={() => setLeaving(view.id)}
              >
                <TrashIcon />
              </ActionIcon>
            )}
          </Group>
          {leaving === view.id && (
            <Group gap={6} role="group" aria-label={t('list.deleteView', { name: view.name })}>
              <Text size="xs" flex={1}>
                {t('list.deleteText')}
              </Text>
              <Button size="compact-xs" color="red" onClick={() => void remove({ id: view.id }).then(refresh)}>
                {t('list.delete')}
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => setLeaving(undefined)}>
                {t('form.cancel')}
              </Button>
            </Group>
          )}
          {overtaken === view.id && (
            <Overtaken name={view.name} onOpen={() => open(view)} onSave={() => void replace(view, view.revision)} />
          )}
        </Fragment>
      ))}
      <Divider my={4} />
      <form onSubmit={save}>
        <Stack gap={8}>
          {rest && <ProblemAlert problem={rest} />}
          <TextInput
            size="xs"
            label={t('list.viewName')}
            error={problemOfField(problem, 'name', text)}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Checkbox
            size="xs"
            label={t('list.viewShared')}
            checked={shared}
            onChange={({ currentTarget }) => setShared(currentTarget.checked)}
          />
          <Button type="submit" size="xs" disabled={name.trim() === ''}>
            {t('list.saveView')}
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}

/** What a view keeps of a list. */
interface Kept {
  readonly query: unknown;
  readonly columns: readonly string[];
}
