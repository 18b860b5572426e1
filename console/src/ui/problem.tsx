import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { AlertIcon, CloudOfflineIcon, LockIcon, SearchIcon } from '@primer/octicons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../text/index.tsx';
import { fieldSentenceOf, goneTitleOf, nameOfField, type Problem, sentenceOf } from '../text/problem.ts';
import { Nothing } from './nothing.tsx';

/** What went wrong, in words, with the request's id to copy. */
export function ProblemAlert({ problem }: { readonly problem: Problem }) {
  return (
    <Alert color="red" variant="light" icon={<AlertIcon />} p="sm" role="alert">
      <ProblemText problem={problem} />
    </Alert>
  );
}

export function ProblemText({ problem }: { readonly problem: Problem }) {
  const text = useText();
  return (
    <Stack gap={4}>
      <Text size="sm">{sentenceOf(problem, text)}</Text>
      {problem.fields.map((field) => (
        <Text key={field.path} size="sm">
          <b>{nameOfField(field.path, text)}</b> {fieldSentenceOf(field, text)}
        </Text>
      ))}
      {problem.requestId && problem.code !== 'INVALID_CREDENTIALS' && <RequestId id={problem.requestId} />}
    </Stack>
  );
}

function RequestId({ id }: { readonly id: string }) {
  const { t } = useText();
  return (
    <Group gap={6} wrap="nowrap">
      <Text size="xs" className="k-mono" truncate>
        {t('state.request', { id })}
      </Text>
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={copy}>
            {copied ? t('state.copied') : t('state.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}

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
