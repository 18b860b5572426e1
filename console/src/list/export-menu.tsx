import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { DownloadIcon } from '@primer/octicons-react';
import { useMay } from '../session/use-session.ts';
import type { TextKey } from '../text/index.tsx';
import { useText } from '../text/index.tsx';
import { exportedFields } from './exported-fields.ts';
import { Tool } from './tool.tsx';
import type { ListState } from './use-list-state.ts';
import '../text/list.ts';

interface Props {
  readonly def: {
    readonly exported: string;
    readonly exportNeeds?: string;
    readonly columns: Parameters<typeof exportedFields>[0];
  };
  readonly state: ListState;
}

const FORMATS: readonly (readonly [string, TextKey])[] = [
  ['spreadsheet', 'list.exportSheet'],
  ['csv', 'list.exportCsv'],
  ['ndjson', 'list.exportLines'],
];

/** REST has the fields of orders as its members are named. */
const inRest = (constant: string) =>
  constant.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What is seen is what is exported. */
export function ExportMenu({ def, state }: Props) {
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
            // The browser says nothing until the first bytes have come.
            onClick={() => notifications.show({ color: 'karvon', title: t(label), message: t('list.exporting') })}
          >
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
