import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useQuery } from 'urql';
import { standingOf } from '../actions/action.ts';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { openRecord } from '../actions/open-record.ts';
import { SalePageDocument } from '../api/generated/sales-sales.ts';
import { problemOf } from '../api/problem.ts';
import { useLive } from '../live/use-live.ts';
import { RecordLink } from '../palette/record-link.tsx';
import { Colleague } from '../record/colleague.tsx';
import { Card, Column, Facts, RecordPage } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import { Code } from '../ui/code.tsx';
import { countryName } from '../ui/country.ts';
import { Money } from '../ui/money.tsx';
import { PhoneLink } from '../ui/phone.tsx';
import { placeOf } from '../ui/place.ts';
import { ProblemState } from '../ui/problem-state.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { ToneBadge } from '../ui/tone-badge.tsx';
import { WaitingPage } from '../ui/waiting-page.tsx';
import { saleActions } from './actions.ts';
import { History } from './history.tsx';
import classes from './sales.module.css';
import type { Sale } from './use-sale.ts';
import '../text/devices.ts';
import '../text/sales.ts';

const route = getRouteApi('/sales/$id');

export default function SalePage(): ReactNode {
  const { id } = route.useParams();
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: SalePageDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const refresh = () => readAgain({ requestPolicy: 'network-only' });
  useLive(['saleChanged'], [id], refresh);
  const sale = data?.sale?.id === id ? data.sale : undefined;
  if (sale) return <Shown key={id} sale={sale} refresh={refresh} />;
  const problem = problemOf(error);
  if (problem && !fetching) return <ProblemState problem={problem} onRetry={refresh} list="/sales" />;
  return <WaitingPage />;
}

function Shown({ sale, refresh }: { readonly sale: Sale; readonly refresh: () => void }) {
  const { t } = useText();
  const navigate = useNavigate();
  const { id, revision, number, availableActions } = sale;
  // What can be done now comes first: the first one is the button.
  const actions = useMemo(() => {
    const isOpen = (action: (typeof saleActions)[number]) => standingOf(action, availableActions)?.isAllowed ?? false;
    return [...saleActions.filter(isOpen), ...saleActions.filter((action) => !isOpen(action))].sort(
      (one, other) => Number(isRefundFirst(other.key, sale)) - Number(isRefundFirst(one.key, sale)),
    );
  }, [sale, availableActions]);
  useEffect(() => {
    openRecord.set({ record: { id, revision, name: number }, actions, available: availableActions, refresh });
    return () => openRecord.set(undefined);
  });
  return (
    <RecordPage
      title={number}
      back={t('sale.back')}
      onBack={() => void navigate({ to: '/sales' })}
      marks={
        <>
          <StatusBadge name="SaleStatus" value={sale.status} />
          {sale.paymentStatus !== sale.status && <StatusBadge name="PaymentStatus" value={sale.paymentStatus} />}
          {sale.refundedTotal > 0 && sale.status !== 'REFUNDED' && (
            <ToneBadge tone="care">{t('sale.partlyRefunded')}</ToneBadge>
          )}
        </>
      }
      actions={
        <ActionButtons
          actions={actions}
          record={{ id, revision, name: number }}
          available={availableActions}
          onDone={refresh}
        />
      }
    >
      <Column>
        <Card title={t('sale.money')}>
          <MoneyFacts sale={sale} />
        </Card>
        <Card title={t('sale.refunds')}>
          <Refunds sale={sale} />
        </Card>
        <History sale={sale} />
      </Column>
      <Column>
        <Card title={t('sale.customer')}>
          <CustomerFacts sale={sale} />
        </Card>
        <Card title={t('sale.serial')}>
          <DeviceFacts sale={sale} />
        </Card>
        <Card title={t('sale.preorder')}>
          <PreorderFacts sale={sale} />
        </Card>
        <Card title={t('sale.facts')}>
          <OtherFacts sale={sale} />
        </Card>
        <Card title={t('sale.notes')}>
          {sale.notes ? <p className={classes.notes}>{sale.notes}</p> : <Dim>{t('sale.noNotes')}</Dim>}
        </Card>
      </Column>
    </RecordPage>
  );
}

/** A paid sale is more often refunded than its payment taken back. */
const isRefundFirst = (key: string, { paymentStatus, refundable }: Sale) =>
  key === 'refund' && paymentStatus === 'PAID' && refundable > 0;

const Dim = ({ children }: { readonly children: ReactNode }) => <span className={classes.dim}>{children}</span>;

function MoneyFacts({ sale }: { readonly sale: Sale }) {
  const { t } = useText();
  const { currency, unitPrice, discount, total, refundedTotal, refundable, paymentStatus } = sale;
  const line = (name: string, amount: number, isSum = false) => (
    <div data-sum={isSum || undefined}>
      <dt>{name}</dt>
      <dd>
        <Money amount={amount} currency={currency} />
      </dd>
    </div>
  );
  return (
    <>
      <dl className={classes.money} data-testid="money">
        {line(t('sale.unitPrice'), unitPrice)}
        {discount > 0 && line(t('sale.discount'), -discount)}
        {line(t('sale.total'), total, true)}
        {refundedTotal > 0 && line(t('sale.refundedTotal'), -refundedTotal)}
        {refundedTotal > 0 && line(t('sale.net'), total - refundedTotal, true)}
        {refundable > 0 && line(t('sale.refundable'), refundable)}
      </dl>
      {paymentStatus === 'PARTIAL' && <p className={classes.aside}>{t('sale.partialFacts')}</p>}
    </>
  );
}

function Refunds({ sale }: { readonly sale: Sale }) {
  const { t } = useText();
  const { nodes } = sale.refunds;
  if (nodes.length === 0) return <Dim>{t('sale.noRefunds')}</Dim>;
  return (
    <ol className={classes.refunds}>
      {nodes.map(({ id, amount, reason, deviceDisposition, createdAt }) => (
        <li key={id}>
          <strong>
            <Money amount={amount} currency={sale.currency} />
          </strong>
          <div>
            <div>{reason}</div>
            <Dim>
              <Time at={createdAt} /> · {t(`sale.disposition.${deviceDisposition ?? 'STAYS'}`)}
            </Dim>
          </div>
        </li>
      ))}
    </ol>
  );
}

function CustomerFacts({ sale: { customerName, customer } }: { readonly sale: Sale }) {
  const { t, language } = useText();
  return (
    <Facts
      facts={[
        [
          t('sale.name'),
          customer ? (
            <RecordLink key="customer" kind="CUSTOMER" id={customer.id}>
              {customerName}
            </RecordLink>
          ) : (
            customerName
          ),
        ],
        [t('signIn.email'), customer?.email],
        [t('sale.phone'), <PhoneLink key="phone" typed={customer?.phone} />],
        [t('sale.place'), placeOf(customer?.city, countryName(customer?.country, language))],
      ]}
    />
  );
}

function DeviceFacts({ sale }: { readonly sale: Sale }) {
  const { t, word } = useText();
  const { serial, deviceId, device, deviceReleasedAt, claimedAt } = sale;
  return (
    <>
      {deviceReleasedAt && <p className={classes.notes}>{t('sale.released')}</p>}
      <Facts
        facts={[
          [
            t('device.serial'),
            <RecordLink key="device" kind="DEVICE" id={deviceId}>
              <Code>{serial}</Code>
            </RecordLink>,
          ],
          [t('device.status'), device && word('DeviceStatus', device.status)],
          [t('device.model'), device?.model],
          [t('sale.hardware'), device?.hardwareRevision],
          [t('sale.claimedAt'), <Time key="claimed" at={claimedAt} />],
        ]}
      />
    </>
  );
}

function PreorderFacts({ sale: { preorderId, preorder } }: { readonly sale: Sale }) {
  const { t } = useText();
  if (!preorder) return <Dim>{t(preorderId ? 'sale.preorderGone' : 'sale.noPreorder')}</Dim>;
  return (
    <Facts
      facts={[
        [
          t('sale.number'),
          <RecordLink key="number" kind="PREORDER" id={preorder.id}>
            <Code>{preorder.number}</Code>
          </RecordLink>,
        ],
      ]}
    />
  );
}

function OtherFacts({ sale }: { readonly sale: Sale }) {
  const { t, word } = useText();
  return (
    <Facts
      facts={[
        [t('sale.paymentStatus'), word('PaymentStatus', sale.paymentStatus)],
        [t('sale.salesChannel'), word('SalesChannel', sale.salesChannel)],
        [t('sale.soldAt'), <Time key="sold" at={sale.soldAt} />],
        [t('sale.createdAt'), <Time key="created" at={sale.createdAt} />],
        ...(sale.createdBy ? [[t('sale.createdBy'), <Colleague key="by" admin={sale.createdBy} />] as const] : []),
        [t('sale.updatedAt'), <Time key="updated" at={sale.updatedAt} />],
      ]}
    />
  );
}
