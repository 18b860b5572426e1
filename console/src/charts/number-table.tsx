import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text/index.tsx';
import '../text/charts.ts';

export interface NumberColumn {
  readonly key: string;
  readonly label: ReactNode;
  readonly isNumber?: boolean;
}

interface Props {
  readonly title: string;
  readonly columns: readonly NumberColumn[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  readonly foot?: readonly ReactNode[] | undefined;
  readonly maxHeight?: number;
}

/** The numbers behind a chart. The box that scrolls can be reached by keyboard. */
export function NumberTable({ title, columns, rows, foot, maxHeight = 360 }: Props) {
  const { t } = useText();
  const align = (at: number) => (columns[at]?.isNumber ? 'right' : undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section style={{ overflow: 'auto', maxHeight }} tabIndex={0} aria-label={`${title} · ${t('chart.table')}`}>
      <Table fz="xs" stickyHeader className="k-number" aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ key, label }, at) => (
              <Table.Th key={key} ta={align(at)} scope="col">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells }) => (
            <Table.Tr key={key}>
              {cells.map((cell, at) => (
                <Table.Td key={columns[at]?.key} ta={align(at)}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {foot && (
          <Table.Tfoot>
            <Table.Tr>
              {foot.map((cell, at) => (
                <Table.Th key={columns[at]?.key} ta={align(at)}>
                  {cell}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </section>
  );
}
