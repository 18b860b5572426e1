import { Button } from '@mantine/core';
import { AlertIcon, CloudOfflineIcon, LockIcon, SearchIcon } from '@primer/octicons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../text/index.tsx';
import { goneTitleOf, type Problem } from '../text/problem.ts';
import { Nothing } from './nothing.tsx';
import { ProblemText } from './problem.tsx';

interface StateProps {
  readonly problem: Problem;
  readonly onRetry?: (() => void) | undefined;
  /** The list of such records: where to go on from one that does not exist, for which trying again changes nothing. */
  readonly list?: LinkProps['to'];
  readonly isPart?: boolean;
}

/** In place of a screen, or of a part of one, that could not be read. */
export function ProblemState({ problem, onRetry, list, isPart }: StateProps) {
  const text = useText();
  const { t } = text;
  const gone = list && goneTitleOf(problem, text);
  if (gone)
    return (
      <Nothing
        icon={SearchIcon}
        title={gone}
        isPart={isPart}
        action={
          <Button variant="default" renderRoot={(props) => <Link to={list} {...props} />}>
            {t('state.toList')}
          </Button>
        }
      />
    );
  const icon = problem.code === 'NETWORK' ? CloudOfflineIcon : AlertIcon;
  const isForbidden = problem.code === 'ROLE_FORBIDDEN';
  let retry: ReactNode;
  if (onRetry && !isForbidden)
    retry = (
      <Button variant="default" onClick={onRetry}>
        {t('state.retry')}
      </Button>
    );
  return (
    <Nothing
      icon={isForbidden ? LockIcon : icon}
      title={isForbidden ? t('state.forbidden') : t('state.failed')}
      action={retry}
      isPart={isPart}
    >
      <ProblemText problem={problem} />
    </Nothing>
  );
}
