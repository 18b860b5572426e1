import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from 'urql';
import { SavedQuestionsDocument } from '../api/generated/analytics-analytics.ts';
import type { CatalogQuery } from '../api/generated/operations.ts';
import { problemOf } from '../api/problem.ts';
import { Card } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { ToneBadge } from '../ui/tone-badge.tsx';
import classes from './analytics.module.css';
import { Library } from './library.tsx';
import { type Question, questionIn } from './question.ts';
import { addressOf, useQuestion } from './use-question.ts';
import { dataSetName } from './words.ts';
import '../text/analytics.ts';

export type CatalogSet = NonNullable<CatalogQuery['analyticsCatalog']>['dataSets'][number];

/** A first question about a data set, which already has an answer. */
function firstQuestion({ dataSet, metrics }: CatalogSet): Question {
  const metric = dataSet === 'SALES' ? 'REVENUE' : (metrics.find(({ allowed }) => allowed)?.key ?? '');
  if (dataSet === 'DEVICES') return { metrics: [metric] };
  return { metrics: [metric], range: { preset: dataSet === 'HEARTBEATS' ? 'LAST_7_DAYS' : 'LAST_30_DAYS' } };
}

/** Where questions begin: a data set, what somebody saved, an example. */
export function StartPage({ sets }: { readonly sets: readonly CatalogSet[] }) {
  const text = useText();
  const { t } = text;
  const { open } = useQuestion();
  const allowed = sets.filter((one) => one.allowed);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1}>{t('nav.analytics')}</Title>
      </div>
      <div className={classes.start}>
        <div className={classes.column}>
          <Card title={t('ask.new')}>
            <Group gap={8}>
              {allowed.map((one) => (
                <Button
                  key={one.dataSet}
                  variant="default"
                  size="xs"
                  onClick={() => open(one.dataSet, firstQuestion(one))}
                >
                  {dataSetName(one.dataSet, text)}
                </Button>
              ))}
            </Group>
          </Card>
          <Saved />
        </div>
        <Library sets={allowed} />
      </div>
    </div>
  );
}

function Saved() {
  const text = useText();
  const { t } = text;
  const [{ data, error }] = useQuery({ query: SavedQuestionsDocument, requestPolicy: 'cache-and-network' });
  const problem = problemOf(error);
  const questions = data?.savedQuestions?.nodes ?? [];
  return (
    <Card title={t('ask.saved')}>
      {problem && <ProblemAlert problem={problem} />}
      {data && questions.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('ask.noSaved')}
        </Text>
      )}
      <ul className={classes.list}>
        {questions.map(({ id, name, shared, dataSet, owner, question }) => {
          const asked = questionIn(question, dataSet);
          return (
            <li key={id}>
              <div>
                {asked ? (
                  <TextLink to="/analytics" search={addressOf(dataSet, asked, id)} size="sm">
                    {name}
                  </TextLink>
                ) : (
                  name
                )}
                <small>
                  {dataSetName(dataSet, text)}
                  {owner && ` · ${owner.name}`}
                  {!asked && ` · ${t('ask.hidden')}`}
                </small>
              </div>
              {shared && <ToneBadge tone="calm">{t('ask.shared')}</ToneBadge>}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
