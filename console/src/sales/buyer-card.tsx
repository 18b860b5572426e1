import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useClient } from 'urql';
import { Card } from '../record/record-page.tsx';
import { RecordPicker } from '../record/record-picker.tsx';
import { useText } from '../text/index.tsx';
import { PhoneInput } from '../ui/phone-input.tsx';
import { KnownBuyer } from './known-buyer.tsx';
import type { NewSale, Path } from './new-sale.ts';
import { findBuyers } from './pickers.ts';
import classes from './sales.module.css';
import type { BuyerLookup } from './use-known-buyer.ts';
import '../text/customers.ts';
import '../text/sales.ts';

interface Props {
  readonly sale: NewSale;
  readonly set: (changes: Partial<NewSale>) => void;
  readonly error: (path: Path) => string | undefined;
  readonly buyer: BuyerLookup;
  /** The form begins here. */
  readonly isFirst: boolean;
}

const LABELS = { fullName: 'sale.name', phone: 'sale.phone', email: 'signIn.email' } as const;

/** Who buys: a customer whom Karvon knows, or a new one. */
export function BuyerCard({ sale, set, error, buyer, isFirst }: Props) {
  const { t } = useText();
  const client = useClient();
  const { known } = buyer;
  const inputs = useRef<Partial<Record<keyof typeof LABELS, HTMLInputElement | null>>>({});
  const common = (path: keyof typeof LABELS) => ({
    ref: (input: HTMLInputElement | null) => {
      inputs.current[path] = input;
    },
    label: t(LABELS[path]),
    required: path === 'fullName',
    autoComplete: 'off',
    value: sale[path],
    onBlur: () => path !== 'fullName' && void buyer.look(),
    error: known?.by === path ? t('sale.taken') : error(`customer.${path}`),
  });
  const text = (path: 'fullName' | 'email', type: 'text' | 'email') => (
    <TextInput {...common(path)} type={type} onChange={({ currentTarget }) => set({ [path]: currentTarget.value })} />
  );
  return (
    <Card title={t('sale.customer')}>
      <Stack gap="md">
        <SegmentedControl
          size="xs"
          w="fit-content"
          aria-label={t('sale.customer')}
          value={sale.isStranger ? 'stranger' : 'known'}
          onChange={(value) => set({ isStranger: value === 'stranger' })}
          data={[
            { value: 'known', label: t('sale.known') },
            { value: 'stranger', label: t('sale.stranger') },
          ]}
        />
        {sale.isStranger ? (
          <>
            <Text size="xs" c="dimmed">
              {t('sale.strangerText')}
            </Text>
            <div className={classes.pair}>
              {text('fullName', 'text')}
              {text('email', 'email')}
              <PhoneInput {...common('phone')} onChange={(phone) => set({ phone })} />
            </div>
            {known && (
              <KnownBuyer sale={sale} set={set} known={known} onCorrect={() => inputs.current[known.by]?.focus()} />
            )}
          </>
        ) : (
          <RecordPicker
            label={t('sale.known')}
            required
            description={t('sale.pickCustomerText')}
            value={sale.customer}
            onChange={(customer) => set({ customer })}
            find={(words) => findBuyers(client, words)}
            none={t('sale.noCustomer')}
            error={error('customer.id')}
            data-autofocus={isFirst || undefined}
          />
        )}
      </Stack>
    </Card>
  );
}
