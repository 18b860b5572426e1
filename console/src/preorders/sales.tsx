import { Table } from '@mantine/core';
import { RecordLink } from '../palette/record-link.tsx';
import { Card } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import { Code } from '../ui/code.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import type { Preorder } from './preorder-page.tsx';
import classes from './preorders.module.css';
import '../text/preorders.ts';

interface Props {
  readonly sales: NonNullable<Preorder['sales']>['nodes'];
  readonly sold: number;
  readonly quantity: number;
}

/** What the preorder has become. */
export function Sales({ sales, sold, quantity }: Props) {
  const { t } = useText();
  const side = <span className={classes.dim}>{t('preorder.soldOf', { sold, quantity })}</span>;
  return (
    <Card title={t('preorder.sales')} side={side}>
      {sales.length === 0 ? (
        <span className={classes.dim}>{t('preorder.noSales')}</span>
      ) : (
        <Table.ScrollContainer minWidth={330} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table fz="xs" aria-label={t('preorder.sales')}>
            <Table.Tbody>
              {sales.map(({ id, number, deviceId, serial, status, soldAt }) => (
                <Table.Tr key={id}>
                  <Table.Td className={classes.whole}>
                    <RecordLink kind="SALE" id={id}>
                      <Code>{number}</Code>
                    </RecordLink>
                    <div>
                      <RecordLink kind="DEVICE" id={deviceId}>
                        <Code>{serial}</Code>
                      </RecordLink>
                    </div>
                  </Table.Td>
                  <Table.Td className={classes.whole}>
                    <StatusBadge name="SaleStatus" value={status} />
                    <div>
                      <Time at={soldAt} />
                    </div>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Card>
  );
}
