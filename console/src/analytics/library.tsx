import { Text, TextInput } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { examples } from '../api/generated/examples.ts';
import { Card } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import { TextLink } from '../ui/text-link.tsx';
import classes from './analytics.module.css';
import { EXAMPLES, type Example, exampleNumber, exampleQuestion, exampleTitle } from './example-questions.ts';
import type { CatalogSet } from './start-page.tsx';
import { chartOf } from './use-question.ts';
import { dataSetName } from './words.ts';
import '../text/analytics.ts';

/** Questions to start from, which are found by their words. */
export function Library({ sets }: { readonly sets: readonly CatalogSet[] }) {
  const text = useText();
  const { t, language } = text;
  const [typed, setTyped] = useState('');
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const offered = sets.map(({ dataSet, field }) => {
    const name = dataSetName(dataSet, text);
    const found = EXAMPLES.filter((key) => examples[key].field === field).map((key) => {
      const title = exampleTitle(key, language);
      const said = `${name} ${title}`.toLowerCase();
      return { key, title, matches: words.filter((word) => said.includes(word)).length };
    });
    return { dataSet, name, found };
  });
  // A person types words that no title has: what has the most of them is meant.
  const most = Math.max(...offered.flatMap(({ found }) => found.map(({ matches }) => matches)));
  const groups = offered.flatMap(({ found, ...set }) => {
    const best = words.length > 0 && most === 0 ? [] : found.filter(({ matches }) => matches === most);
    return best.length > 0 ? [{ ...set, found: best }] : [];
  });
  return (
    <Card title={t('ask.library')}>
      <TextInput
        type="search"
        size="xs"
        mb="sm"
        aria-label={t('ask.find')}
        placeholder={t('ask.find')}
        leftSection={<SearchIcon />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {groups.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {t('ask.notFound')}
        </Text>
      )}
      {groups.map(({ dataSet, name, found }) => (
        <div key={dataSet} className={classes.group}>
          <h3>{name}</h3>
          <ul className={classes.list}>
            {found.map(({ key, title }) => (
              <li key={key}>
                <TextLink to="/analytics" search={searchOf(dataSet, key)} size="sm">
                  {title}
                </TextLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Card>
  );
}

const searchOf = (set: CatalogSet['dataSet'], key: Example) => chartOf(set, exampleQuestion(key), exampleNumber(key));
