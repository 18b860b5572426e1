import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from 'urql';
import type { AnswerFragment } from '../api/generated/operations.ts';
import { useText } from '../text/index.tsx';
import { ASK } from './data-sets.ts';
import { type Question, recordsByCurrency } from './question.ts';
import type { CatalogSet } from './start-page.tsx';
import { useQuestion } from './use-question.ts';
import '../text/analytics.ts';

interface Props {
  readonly about: CatalogSet;
  readonly question: Question;
  readonly answer: AnswerFragment;
}

const MOST_DIMENSIONS = 4;

/** Money of one currency leaves out the records in others: which they are, and the way to all of them. */
export function OtherCurrencies({ about, question, answer: { currency } }: Props) {
  const { t } = useText();
  const { ask } = useQuestion();
  const { dimensions = [] } = question;
  const metric = about.metrics.find(({ allowed, type }) => allowed && type === 'INTEGER')?.key;
  const isDivisible = about.dimensions.some(({ key, allowed }) => key === 'CURRENCY' && allowed);
  const isOpen = currency !== null && question.currency === undefined && isDivisible && metric !== undefined;
  const [{ data }] = useQuery<{ readonly answer: AnswerFragment | null }, { readonly query: never }>({
    query: ASK[about.dataSet],
    variables: { query: recordsByCurrency(question, metric ?? '') as never },
    pause: !isOpen,
  });
  const found = isOpen ? (data?.answer?.rows ?? []).flatMap(({ dimensions: [one] }) => one ?? []) : [];
  const others = found.filter((one) => one !== currency);
  if (!currency || others.length === 0) return null;
  return (
    <Alert color="gray" variant="light" p="xs" my="xs" role="note">
      <Group gap="xs" justify="space-between">
        {t('ask.oneCurrency', { currency, n: others.length, others })}
        {dimensions.length < MOST_DIMENSIONS && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => ask({ ...question, dimensions: [...dimensions, 'CURRENCY'] })}
          >
            {t('ask.eachCurrency')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
