import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { DownloadIcon } from '@primer/octicons-react';
import type { MouseEvent } from 'react';
import { useMay } from '../session/use-session.ts';
import type { TextKey } from '../text/index.tsx';
import { useText } from '../text/index.tsx';
import { exportedFields } from './exported-fields.ts';
import { Tool } from './tool.tsx';
import type { ListState } from './use-list-state.ts';
import '../text/list.ts';

/** A longer list is left to the browser, which keeps no file in memory and says nothing when it is done. */
const MOST_ROWS = 100_000;

interface Props {
  readonly def: {
    readonly exported: string;
    readonly exportNeeds?: string;
    readonly columns: Parameters<typeof exportedFields>[0];
  };
  readonly state: ListState;
  /** How many records the list has. */
  readonly total: number | undefined;
}

/** The browser has begun to save it by then. */
const KEPT_MS = 60_000;

const FORMATS: readonly (readonly [string, TextKey])[] = [
  ['spreadsheet', 'list.exportSheet'],
  ['csv', 'list.exportCsv'],
  ['ndjson', 'list.exportLines'],
];

/** REST has the fields of orders as its members are named. */
const inRest = (constant: string) =>
  constant.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Fetches a file and gives it to the browser. @returns its name; undefined where it did not come whole */
async function saveFile(address: string): Promise<string | undefined> {
  try {
    const answer = await fetch(address, { credentials: 'same-origin' });
    if (!answer.ok) return undefined;
    const [, name = ''] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await answer.blob());
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
    return name;
  } catch {
    return undefined;
  }
}

/** What is seen is what is exported. */
export function ExportMenu({ def, state, total = MOST_ROWS + 1 }: Props) {
  const { t } = useText();
  const may = useMay();
  const { filter, sort, search, columns } = state.query;
  const address = (format: string) => {
    const fields = exportedFields(def.columns, columns).join(',');
    const parameters = new URLSearchParams({ format, ...(fields && { fields }) });
    if (filter) parameters.set('filter', JSON.stringify(filter));
    if (search) parameters.set('search', search);
    if (sort) parameters.set('sort', JSON.stringify(sort.map((one) => ({ ...one, field: inRest(one.field) }))));
    return `/v1/admin/exports/${def.exported}?${parameters}`;
  };
  if (def.exportNeeds && !may(def.exportNeeds)) return null;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Tool icon={DownloadIcon} label={t('list.export')} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('list.exportText')}</Menu.Label>
        {FORMATS.map(([format, label]) => (
          <Menu.Item
            key={format}
            component="a"
            href={address(format)}
            download
            onClick={(event: MouseEvent) => {
              const id = notifications.show({ color: 'karvon', message: t('list.exporting') });
              if (total > MOST_ROWS) return;
              event.preventDefault();
              void saveFile(address(format)).then((name) =>
                notifications.update({
                  id,
                  color: name ? 'karvon' : 'red',
                  message: name ? t('list.exported', { name }) : t('list.notExported'),
                }),
              );
            }}
          >
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
