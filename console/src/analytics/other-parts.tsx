import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type TextKey, useText } from '../text/index.tsx';
import { type Changes, otherParts, type Question } from './question.ts';
import '../text/analytics.ts';

const WORDS: Readonly<Record<string, TextKey>> = {
  cumulative: 'ask.part.cumulative',
  currency: 'ask.part.currency',
  derived: 'ask.part.derived',
  fill: 'ask.part.fill',
  filter: 'ask.part.filter',
  per: 'ask.part.per',
  search: 'ask.part.search',
  timezone: 'ask.part.timezone',
  top: 'ask.part.top',
};

interface Props {
  readonly question: Question;
  readonly error: ReactNode;
  readonly onChange: (changes: Changes) => void;
}

/** The parts of a question that the screen has no field for, which can be removed. */
export function OtherParts({ question, error, onChange }: Props) {
  const { t } = useText();
  const parts = otherParts(question);
  if (parts.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('ask.more')}
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        {t('ask.moreHint')}
      </Text>
      {parts.map((part) => {
        const word = WORDS[part];
        const name = word ? t(word) : part;
        return (
          <Button
            key={part}
            size="compact-xs"
            variant="default"
            mr={6}
            mb={6}
            aria-label={t('ask.dropMore', { name })}
            title={JSON.stringify(question[part])}
            onClick={() => onChange({ [part]: undefined })}
          >
            {name} ×
          </Button>
        );
      })}
      {error && (
        <Text size="xs" c="red">
          {error}
        </Text>
      )}
    </div>
  );
}
