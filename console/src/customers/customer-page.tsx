import { Anchor } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { openRecord } from '../actions/open-record.ts';
import { SELLABLE } from '../actions/sellable.ts';
import { CustomerPageDocument } from '../api/generated/customers-customers.ts';
import type { CustomerPageQuery } from '../api/generated/operations.ts';
import { problemOf } from '../api/problem.ts';
import { Card, Column, Facts, RecordPage } from '../record/record-page.tsx';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { Breakable } from '../ui/breakable.tsx';
import { isAddress } from '../ui/breakable-parts.ts';
import { countryName } from '../ui/country.ts';
import { Money } from '../ui/money.tsx';
import { PhoneLink } from '../ui/phone.tsx';
import { placeOf } from '../ui/place.ts';
import { ProblemState } from '../ui/problem-state.tsx';
import { Time, useTimes } from '../ui/time.tsx';
import { WaitingPage } from '../ui/waiting-page.tsx';
import { customerActions } from './actions.ts';
import { CustomerNotes } from './customer-notes.tsx';
import { CustomerDevices, CustomerPreorders, CustomerSales } from './customer-records.tsx';
import classes from './customers.module.css';
import { Source } from './source.tsx';
import '../text/customers.ts';

const route = getRouteApi('/customers/$id');

type Customer = NonNullable<CustomerPageQuery['customer']>;

export default function CustomerPage(): ReactNode {
  const { id } = route.useParams();
  const may = useMay();
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: CustomerPageDocument,
    variables: { id, withPurchases: may('getSale') },
    requestPolicy: 'cache-and-network',
  });
  const refresh = () => readAgain({ requestPolicy: 'network-only' });
  const customer = data?.customer?.id === id ? data.customer : undefined;
  if (customer) return <Shown key={id} customer={customer} refresh={refresh} />;
  const problem = problemOf(error);
  if (problem && !fetching) return <ProblemState problem={problem} onRetry={refresh} list="/customers" />;
  return <WaitingPage />;
}

function Shown({ customer, refresh }: { readonly customer: Customer; readonly refresh: () => void }) {
  const { t } = useText();
  const may = useMay();
  const times = useTimes();
  const navigate = useNavigate();
  const { id, revision, anonymizedAt } = customer;
  const isBuyer = !anonymizedAt && may('createSale');
  const available = isBuyer ? [...customer.availableActions, SELLABLE] : customer.availableActions;
  const name = anonymizedAt ? t('customer.anonymized') : customer.fullName;
  // What was done here: the cards read again.
  const [turn, setTurn] = useState(0);
  const again = () => {
    refresh();
    setTurn(turn + 1);
  };
  useEffect(() => {
    openRecord.set({
      record: { id, revision, name },
      actions: customerActions,
      available,
      refresh: again,
    });
    return () => openRecord.set(undefined);
  });
  return (
    <RecordPage
      title={name}
      isName
      back={t('customer.back')}
      onBack={() => void navigate({ to: '/customers' })}
      marks={null}
      actions={
        <ActionButtons actions={customerActions} record={{ id, revision, name }} available={available} onDone={again} />
      }
    >
      <Column>
        {anonymizedAt && (
          <Card title={t('customer.anonymized')}>
            <span className={classes.dim}>{t('customer.anonymizedText', { date: times.date(anonymizedAt) })}</span>
          </Card>
        )}
        {may('getSale') && <CustomerSales id={id} turn={turn} />}
        {may('listDevices') && <CustomerDevices id={id} turn={turn} />}
        {may('listPreorders') && <CustomerPreorders id={id} turn={turn} />}
      </Column>
      <Column>
        <Card title={t('customer.contact')}>
          <ContactFacts customer={customer} />
        </Card>
        {may('getSale') && (
          <Card title={t('customer.purchases')}>
            <Purchases customer={customer} />
          </Card>
        )}
        <CustomerNotes id={id} turn={turn} record={{ id, revision, name }} available={available} onDone={again} />
        <Card title={t('customer.facts')}>
          <OtherFacts customer={customer} />
        </Card>
      </Column>
    </RecordPage>
  );
}

function ContactFacts({ customer }: { readonly customer: Customer }) {
  const { t, word, language } = useText();
  const { phone, email, telegramUsername, company, city, region, country, preferredLanguage } = customer;
  const place = placeOf(city, region, countryName(country, language));
  return (
    <Facts
      facts={[
        [t('customer.phone'), <PhoneLink key="phone" typed={phone} />],
        [t('customer.email'), email && <Way key="email" to={`mailto:${email}`} text={email} />],
        [
          t('customer.telegram'),
          telegramUsername && (
            <Way
              key="telegram"
              to={`https://t.me/${encodeURIComponent(telegramUsername)}`}
              text={`@${telegramUsername}`}
            />
          ),
        ],
        [t('customer.language'), preferredLanguage && word('Locale', preferredLanguage)],
        [t('customer.company'), company],
        [t('customer.city'), place],
      ]}
    />
  );
}

const Way = ({ to, text }: { readonly to: string; readonly text: string }) => (
  <Anchor href={to} size="sm" rel="noreferrer" target={to.startsWith('https') ? '_blank' : undefined}>
    {isAddress(text) ? <Breakable text={text} /> : text}
  </Anchor>
);

/** What was bought, in each currency: they are never added up. */
function Purchases({ customer: { purchasesByCurrency } }: { readonly customer: Customer }) {
  const { t } = useText();
  const sums = (purchasesByCurrency?.nodes ?? [])
    .filter(({ orders }) => orders > 0)
    .sort((one, other) => other.orders - one.orders);
  if (sums.length === 0) return <span className={classes.dim}>{t('customer.noPurchases')}</span>;
  return (
    <div className={classes.sums}>
      {sums.map(({ id, currency, orders, refunded, netRevenue }) => (
        <div key={id}>
          <b>
            <Money amount={netRevenue} currency={currency} />
          </b>
          <div className={classes.dim}>
            {t('customer.orders')}: {orders}
            {refunded > 0 && (
              <>
                {' · '}
                {t('customer.ofWhich', { amount: refunded })} {currency}
              </>
            )}
          </div>
        </div>
      ))}
    </div>
  );
}

function OtherFacts({ customer }: { readonly customer: Customer }) {
  const { t } = useText();
  const { profileNotes, source, sharesPhone, createdAt, updatedAt } = customer;
  return (
    <Facts
      facts={[
        [t('customer.source'), <Source key="source" value={source} />],
        [t('customer.createdAt'), <Time key="created" at={createdAt} />],
        [t('customer.updatedAt'), <Time key="updated" at={updatedAt} />],
        ...(sharesPhone ? [[t('customer.sharesPhone'), t('customer.sharesPhoneYes')] as const] : []),
        [
          t('customer.profileNotes'),
          profileNotes && (
            <span key="notes" className={classes.text}>
              {profileNotes}
            </span>
          ),
        ],
      ]}
    />
  );
}
