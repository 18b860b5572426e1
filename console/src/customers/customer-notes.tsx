import { Button, Skeleton } from '@mantine/core';
import { CommentIcon } from '@primer/octicons-react';
import { type ActionRecord, type Outcome, standingOf } from '../actions/action.ts';
import { useRunner } from '../actions/runner.tsx';
import { CustomerNotesDocument } from '../api/generated/customers-customers.ts';
import type { AvailableActionFragment } from '../api/generated/operations.ts';
import { problemOf } from '../api/problem.ts';
import { Colleague } from '../record/colleague.tsx';
import { Card } from '../record/record-page.tsx';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import { Time } from '../ui/time.tsx';
import { addNote } from './actions.ts';
import classes from './customers.module.css';
import { useTurns } from './use-turns.ts';
import '../text/customers.ts';

interface Props {
  readonly id: string;
  readonly turn: number;
  readonly record: ActionRecord;
  readonly available: readonly AvailableActionFragment[];
  readonly onDone: (outcomes: readonly Outcome[]) => void;
}

/** What colleagues wrote down, the newest first. */
export function CustomerNotes({ id, turn, record, available, onDone }: Props) {
  const { t } = useText();
  const may = useMay();
  const start = useRunner();
  const [{ data, error }] = useTurns(CustomerNotesDocument, { id, withAuthor: may('listAdminOptions') }, turn);
  const problem = problemOf(error);
  const notes = data?.customer?.notes;
  const add = standingOf(addNote, available)?.isAllowed && (
    <Button
      size="compact-xs"
      variant="subtle"
      leftSection={<CommentIcon size={12} />}
      onClick={() => start({ action: addNote, records: [record], available, onDone })}
    >
      {t('customer.addNote')}
    </Button>
  );
  return (
    <Card title={t('customer.notes')} side={add}>
      {problem && <ProblemAlert problem={problem} />}
      {!notes && !problem && <Skeleton height={48} />}
      {notes?.nodes.length === 0 && <span className={classes.dim}>{t('customer.noNotes')}</span>}
      <ol className={classes.notes}>
        {notes?.nodes.map(({ id: key, content, createdAt, author }) => (
          <li key={key}>
            <div className={classes.text}>{content}</div>
            <div className={classes.dim}>
              {author && (
                <>
                  <Colleague admin={author} />
                  {' · '}
                </>
              )}
              <Time at={createdAt} />
            </div>
          </li>
        ))}
      </ol>
      {notes?.pageInfo.hasNextPage && <div className={classes.dim}>{t('customer.newest')}</div>}
    </Card>
  );
}
