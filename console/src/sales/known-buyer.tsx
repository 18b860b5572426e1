import { Alert, Button, Group, Text } from '@mantine/core';
import { PeopleIcon } from '@primer/octicons-react';
import { useText } from '../text/index.tsx';
import type { NewSale } from './new-sale.ts';
import type { KnownBuyer as Known } from './use-known-buyer.ts';
import '../text/sales.ts';

interface Props {
  readonly sale: NewSale;
  readonly set: (changes: Partial<NewSale>) => void;
  readonly known: Known;
  readonly onCorrect: () => void;
}

/** The new customer is a known one: a person says which of the two is meant. */
export function KnownBuyer({ sale, set, known: { id, name, by }, onCorrect }: Props) {
  const { t } = useText();
  return (
    <Alert color="orange" variant="light" p="sm" icon={<PeopleIcon />} role="alert">
      <Text size="sm" mb={8}>
        {t(by === 'email' ? 'sale.emailTaken' : 'sale.phoneTaken', { known: name, typed: sale.fullName.trim() || '–' })}
      </Text>
      <Group gap={6}>
        <Button size="compact-sm" variant="default" onClick={() => set({ isStranger: false, customer: { id, name } })}>
          {t('sale.sellToKnown', { known: name })}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onCorrect}>
          {t(by === 'email' ? 'sale.correctEmail' : 'sale.correctPhone')}
        </Button>
      </Group>
    </Alert>
  );
}
