import { Skeleton, Table } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import {
  CustomerDevicesDocument,
  CustomerPreordersDocument,
  CustomerSalesDocument,
} from '../api/generated/customers-customers.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import { useLive } from '../live/use-live.ts';
import { RecordLink } from '../palette/record-link.tsx';
import { Card } from '../record/record-page.tsx';
import { type TextKey, useText } from '../text/index.tsx';
import { Code } from '../ui/code.tsx';
import { Money } from '../ui/money.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { ToneBadge } from '../ui/tone-badge.tsx';
import classes from './customers.module.css';
import { useTurns } from './use-turns.ts';
import '../text/customers.ts';
import '../text/devices.ts';

interface Props {
  readonly id: string;
  readonly turn: number;
}

/** What the customer bought; a refund is below its sale. */
export function CustomerSales({ id, turn }: Props) {
  const { t } = useText();
  const [{ data, error }] = useTurns(CustomerSalesDocument, { id }, turn);
  const sales = data?.customer?.sales;
  return (
    <Records
      title="customer.sales"
      none="customer.noSales"
      heads={['customer.number', 'customer.date', 'customer.device', 'customer.status', 'customer.total']}
      problem={problemOf(error)}
      list={sales}
    >
      {sales?.nodes.map((sale) => (
        <Fragment key={sale.id}>
          <Table.Tr>
            <Table.Td>
              <RecordLink kind="SALE" id={sale.id}>
                <Code>{sale.number}</Code>
              </RecordLink>
            </Table.Td>
            <Table.Td>
              <Time at={sale.soldAt} />
            </Table.Td>
            <Table.Td>
              <Code>
                <RecordLink kind="DEVICE" id={sale.deviceId}>
                  {sale.serial}
                </RecordLink>
              </Code>
            </Table.Td>
            <Table.Td>
              <StatusBadge name="SaleStatus" value={sale.status} />
            </Table.Td>
            <Table.Td className={classes.number}>
              <Money amount={sale.total} currency={sale.currency} />
            </Table.Td>
          </Table.Tr>
          {sale.refunds.nodes.map((refund) => (
            <Table.Tr key={refund.id} className={classes.under}>
              <Table.Td>{t('customer.refund')}</Table.Td>
              <Table.Td>
                <Time at={refund.createdAt} />
              </Table.Td>
              <Table.Td colSpan={2}>{refund.reason}</Table.Td>
              <Table.Td className={classes.number}>
                −<Money amount={refund.amount} currency={sale.currency} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Fragment>
      ))}
    </Records>
  );
}

/** What the customer owns. It follows what the devices do. */
export function CustomerDevices({ id, turn }: Props) {
  const { t } = useText();
  const [{ data, error }, readAgain] = useTurns(CustomerDevicesDocument, { id }, turn);
  const devices = data?.customer?.devices;
  useLive(['deviceChanged', 'devicePresenceChanged'], devices?.nodes.map((one) => one.id) ?? [], () =>
    readAgain({ requestPolicy: 'network-only' }),
  );
  return (
    <Records
      title="customer.devices"
      none="customer.noDevices"
      heads={['device.serial', 'device.model', 'customer.status', 'device.presence', 'device.lastSeenAt']}
      problem={problemOf(error)}
      list={devices}
    >
      {devices?.nodes.map(({ id: key, serial, model, status, presence }) => (
        <Table.Tr key={key}>
          <Table.Td>
            <Code>
              <RecordLink kind="DEVICE" id={key}>
                {serial}
              </RecordLink>
            </Code>
          </Table.Td>
          <Table.Td>{model}</Table.Td>
          <Table.Td>
            <StatusBadge name="DeviceStatus" value={status} />
          </Table.Td>
          <Table.Td>{presence ? t(presence.online ? 'device.online' : 'device.offline') : t('device.never')}</Table.Td>
          <Table.Td className={classes.number}>
            <Time at={presence?.lastSeenAt} ago />
          </Table.Td>
        </Table.Tr>
      ))}
    </Records>
  );
}

/** What the customer ordered before it could be bought. */
export function CustomerPreorders({ id, turn }: Props) {
  const { t } = useText();
  const [{ data, error }] = useTurns(CustomerPreordersDocument, { id }, turn);
  const preorders = data?.customer?.preorders;
  return (
    <Records
      title="customer.preorders"
      none="customer.noPreorders"
      heads={['customer.number', 'customer.date', 'customer.product', 'customer.status', 'customer.total']}
      problem={problemOf(error)}
      list={preorders}
    >
      {preorders?.nodes.map((preorder) => (
        <Table.Tr key={preorder.id}>
          <Table.Td>
            <RecordLink kind="PREORDER" id={preorder.id}>
              <Code>{preorder.number}</Code>
            </RecordLink>
          </Table.Td>
          <Table.Td>
            <Time at={preorder.createdAt} />
          </Table.Td>
          <Table.Td>
            {preorder.productName} × {preorder.quantity}
          </Table.Td>
          <Table.Td>
            <StatusBadge name="PreorderStatus" value={preorder.status} />
            {preorder.refundDue && (
              <>
                {' '}
                <ToneBadge tone="bad">{t('customer.refundDue')}</ToneBadge>
              </>
            )}
          </Table.Td>
          <Table.Td className={classes.number}>
            <Money amount={preorder.fullPrice} currency={preorder.currency} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Records>
  );
}

interface RecordsProps {
  readonly title: TextKey;
  readonly none: TextKey;
  readonly heads: readonly TextKey[];
  readonly problem: Problem | undefined;
  readonly list:
    | { readonly nodes: readonly unknown[]; readonly pageInfo: { readonly hasNextPage: boolean } }
    | null
    | undefined;
  readonly children: ReactNode;
}

/** A table of records that belong to the customer; its last column is of numbers. */
function Records({ title, none, heads, problem, list, children }: RecordsProps) {
  const { t } = useText();
  return (
    <Card title={t(title)}>
      {problem && <ProblemAlert problem={problem} />}
      {!list && !problem && <Skeleton height={64} />}
      {list?.nodes.length === 0 && <span className={classes.dim}>{t(none)}</span>}
      {list && list.nodes.length > 0 && (
        <Table.ScrollContainer minWidth={560}>
          <Table className={classes.table} horizontalSpacing="sm" verticalSpacing={6} aria-label={t(title)}>
            <Table.Thead>
              <Table.Tr>
                {heads.map((head, index) => (
                  <Table.Th key={head} className={index === heads.length - 1 ? classes.number : undefined}>
                    {t(head)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>{children}</Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {list?.pageInfo.hasNextPage && <div className={classes.dim}>{t('customer.newest')}</div>}
    </Card>
  );
}
