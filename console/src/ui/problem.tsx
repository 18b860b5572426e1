import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useText } from '../text/index.tsx';
import { fieldClauseOf, nameOfField, type Problem, sentenceOf } from '../text/problem.ts';

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
          <b>{nameOfField(field.path, text)}</b> {fieldClauseOf(field, text)}
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
      <Text size="xs" className="k-mono" truncate miw={0}>
        {t('state.request', { id })}
      </Text>
      <CopyButton value={id}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="subtle" color="gray" flex="none" onClick={copy}>
            {copied ? t('state.copied') : t('state.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
