import { Checkbox, Popover, Stack } from '@mantine/core';
import { ColumnsIcon } from '@primer/octicons-react';
import { useText } from '../text/index.tsx';
import type { Column } from './list-def.ts';
import { Tool } from './tool.tsx';
import type { ListState } from './use-list-state.ts';
import '../text/list.ts';

interface Props {
  readonly def: { readonly columns: readonly Pick<Column<never>, 'key' | 'label'>[] };
  readonly state: ListState;
}

/** Which columns are shown; the list does not ask for the others. */
export function ColumnMenu({ def, state }: Props) {
  const { t } = useText();
  const shown = state.query.columns;
  const toggle = (key: string) => {
    const next = def.columns.map((column) => column.key).filter((one) => shown.includes(one) !== (one === key));
    if (next.length > 0) state.set({ cols: next.join(',') });
  };
  return (
    <Popover position="bottom-end" trapFocus withRoles>
      <Popover.Target>
        <Tool icon={ColumnsIcon} label={t('list.columns')} />
      </Popover.Target>
      {/* Below its button, in a low window as well. */}
      <Popover.Dropdown aria-label={t('list.columns')} p="sm" mah="calc(100dvh - 120px)" style={{ overflow: 'auto' }}>
        <Stack gap={8}>
          {def.columns.map(({ key, label }) => (
            <Checkbox key={key} size="xs" label={t(label)} checked={shown.includes(key)} onChange={() => toggle(key)} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
