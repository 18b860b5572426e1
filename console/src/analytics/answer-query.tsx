import { Button, CopyButton } from '@mantine/core';
import type { AnswerFragment } from '../api/generated/operations.ts';
import { useText } from '../text/index.tsx';
import classes from './analytics.module.css';
import type { Question } from './question.ts';
import type { CatalogSet } from './start-page.tsx';
import '../text/analytics.ts';

interface Props {
  readonly about: CatalogSet;
  readonly question: Question;
  readonly answer: AnswerFragment | undefined;
}

/** The question as a script would send it, and the statement, for roles that the service shows it to. */
export function AnswerQuery({ about, question, answer }: Props) {
  const { t } = useText();
  const type = `${about.field[0]?.toUpperCase()}${about.field.slice(1).replace(/Metrics$/, 'Question')}`;
  const document = `query ($query: ${type}!) {
  ${about.field}(query: $query) {
    timezone currency totals
    columns { key label kind type unit }
    rows { bucketLabel labels metrics previous change }
  }
}`;
  return (
    <>
      <Code title={t('ask.graphql')}>{document}</Code>
      <Code title={t('ask.variables')}>{JSON.stringify({ query: question }, null, 2)}</Code>
      {answer?.sql && <Code title={t('ask.sql')}>{answer.sql}</Code>}
      {answer?.sqlParameters && <Code title={t('ask.sqlValues')}>{JSON.stringify(answer.sqlParameters, null, 2)}</Code>}
    </>
  );
}

function Code({ title, children }: { readonly title: string; readonly children: string }) {
  const { t } = useText();
  return (
    <section className={classes.code} aria-label={title}>
      <div>
        <h3>{title}</h3>
        <CopyButton value={children}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="default" onClick={copy} aria-label={`${t('state.copy')}: ${title}`}>
              {copied ? t('state.copied') : t('state.copy')}
            </Button>
          )}
        </CopyButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre tabIndex={0}>{children}</pre>
    </section>
  );
}
