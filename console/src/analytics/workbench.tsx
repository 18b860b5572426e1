import { Button, Group, Text, Title } from '@mantine/core';
import { ChevronLeftIcon, DownloadIcon } from '@primer/octicons-react';
import { useQuery } from 'urql';
import { SavedQuestionsDocument } from '../api/generated/analytics-analytics.ts';
import type { AnswerFragment } from '../api/generated/operations.ts';
import { problemOf } from '../api/problem.ts';
import { useText } from '../text/index.tsx';
import { TextLink } from '../ui/text-link.tsx';
import classes from './analytics.module.css';
import { Answer } from './answer.tsx';
import { Builder } from './builder.tsx';
import { titleOfExample } from './example-questions.ts';
import { ownName } from './own-names.ts';
import { fileOf, type Question } from './question.ts';
import { SaveBar } from './save-bar.tsx';
import type { CatalogSet } from './start-page.tsx';
import { useAnswer } from './use-answer.ts';
import { useQuestion } from './use-question.ts';
import { dataSetName } from './words.ts';
import '../text/analytics.ts';

interface Props {
  readonly sets: readonly CatalogSet[];
  readonly about: CatalogSet;
  readonly question: Question;
}

/** A question beside its answer, which follows each change. */
export function Workbench({ sets, about, question }: Props) {
  const text = useText();
  const { t } = text;
  const { saved } = useQuestion();
  const [{ data: known }] = useQuery({ query: SavedQuestionsDocument, pause: !saved });
  const own = known?.savedQuestions?.nodes.find(({ id }) => id === saved);
  const dataSet = dataSetName(about.dataSet, text);
  const title = own?.name ?? titleOfExample(about.field, question, text.language);
  const { metrics = [], measures = [], formulas = [], range } = question;
  const hasNumber = [metrics, measures, formulas].some((some) => some.length > 0);
  // Of the two days of an own period, the second is asked for after the first.
  const isWhole = !range || Boolean(range.preset) || Boolean(range.from && range.to);
  const { asked, answer, error, isAsking } = useAnswer(about.dataSet, question, !hasNumber || !isWhole);
  /** The service calls numbers of the question's own by the names that it was given. */
  const named = (answer: AnswerFragment): AnswerFragment => {
    const own = new Map([...measures, ...formulas].map((one) => [one.as, ownName(one, question, text)]));
    return { ...answer, columns: answer.columns.map((one) => ({ ...one, label: own.get(one.key) ?? one.label })) };
  };
  const problem = hasNumber && isWhole ? problemOf(error) : undefined;
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div>
          <TextLink to="/analytics" search={{}} size="xs" c="dimmed">
            <ChevronLeftIcon size={12} /> {t('ask.all')}
          </TextLink>
          <Title order={1}>{title ?? dataSet}</Title>
          {title && (
            <Text size="xs" c="dimmed">
              {dataSet}
            </Text>
          )}
        </div>
        <Group gap="xs">
          <Button
            component="a"
            variant="default"
            size="xs"
            leftSection={<DownloadIcon />}
            href={fileOf(about.field, question, 'csv')}
            download
          >
            {t('ask.csv')}
          </Button>
          <SaveBar set={about.dataSet} question={question} />
        </Group>
      </div>
      <div className={classes.bench}>
        <Builder sets={sets} about={about} question={question} problem={problem} hasNumber={hasNumber} />
        <Answer
          about={about}
          question={question}
          asked={asked}
          answer={hasNumber && answer ? named(answer) : undefined}
          problem={problem}
          isAsking={isAsking}
        />
      </div>
    </div>
  );
}
