import { ActionIcon, Badge, Button, Checkbox, Divider, Group, Stack, Text, TextInput } from '@mantine/core';
import { SyncIcon, TrashIcon } from '@primer/octicons-react';
import { type FormEvent, useState } from 'react';
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
import { useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import { type FilterDef, searchOf } from './filters.ts';
import type { ListState } from './use-list-state.ts';
import '../text/list.ts';

type View = NonNullable<SavedViewsQuery['savedViews']>['nodes'][number];

export interface ViewsProps {
  readonly def: { readonly list: ViewedList; readonly view: string; readonly filters: readonly FilterDef[] };
  readonly state: ListState;
}

/** The views to open, and the form that saves one. */
export default function Views({ def, state, close }: ViewsProps & { readonly close: () => void }) {
  const { t } = useText();
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
  const views = data?.savedViews?.nodes ?? [];
  const refresh = () => readAgain({ requestPolicy: 'network-only' });

  function open(view: View) {
    const query = view.query as {
      readonly filter?: unknown;
      readonly search?: string;
      readonly sort?: readonly Order[];
    };
    const [order] = query?.sort ?? [];
    state.replace({
      ...searchOf(def.filters, query?.filter),
      ...(query?.search && { q: query.search }),
      ...(order && { sort: `${order.direction === 'DESC' ? '-' : ''}${order.field}` }),
      cols: view.columns.join(','),
    });
    close();
  }

  /** What is shown now, as a view keeps it. */
  function shown() {
    const { filter, sort, search, columns } = state.query;
    return { [def.view]: { filter, sort, search, columns } };
  }

  async function replace({ id, revision }: View) {
    setProblem(problemOf((await update({ id, revision, input: { view: shown() as never } })).error));
    refresh();
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    const view = shown();
    const { error } = await create({ input: { name: name.trim(), shared, view: view as never } });
    const found = problemOf(error);
    setProblem(found);
    if (found) return;
    setName('');
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
        <Group key={view.id} gap={4} wrap="nowrap">
          <Button variant="subtle" color="gray" size="xs" justify="flex-start" flex={1} onClick={() => open(view)}>
            {view.name}
          </Button>
          {view.shared && (
            <Badge size="xs" variant="default">
              {t('list.viewShort')}
            </Badge>
          )}
          {view.ownerId === viewer.admin.id && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('list.updateView', { name: view.name })}
              title={t('list.updateView', { name: view.name })}
              onClick={() => void replace(view)}
            >
              <SyncIcon />
            </ActionIcon>
          )}
          {view.ownerId === viewer.admin.id && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('list.deleteView', { name: view.name })}
              onClick={() => void remove({ id: view.id }).then(refresh)}
            >
              <TrashIcon />
            </ActionIcon>
          )}
        </Group>
      ))}
      <Divider my={4} />
      <form onSubmit={save}>
        <Stack gap={8}>
          {problem && <ProblemAlert problem={problem} />}
          <TextInput
            size="xs"
            label={t('list.viewName')}
            maxLength={80}
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

interface Order {
  readonly field: string;
  readonly direction: string;
}
