import { examples } from '../api/generated/examples.ts';
import type { Language } from '../text/triple.ts';
import { exampleNumbers } from './example-numbers.ts';
import { exampleTitles } from './example-titles.ts';
import { numbersOf, type Question } from './question.ts';

export type Example = keyof typeof examples;

export const EXAMPLES = Object.keys(examples) as readonly Example[];

export const exampleTitle = (key: Example, language: Language): string =>
  language === 'en' ? examples[key].text : exampleTitles[key][language === 'ru' ? 0 : 1];

export const exampleQuestion = (key: Example) => examples[key].question as Question;

/** Which number of its answer an example asks for. */
export const exampleNumber = (key: Example): number =>
  Math.max(0, numbersOf(exampleQuestion(key)).indexOf(exampleNumbers[key] ?? ''));

/** What an example asks in words; undefined for a question that is none, or that was changed. @param field asks its data set */
export function titleOfExample(field: string, question: Question, language: Language): string | undefined {
  const asked = JSON.stringify(question);
  const key = EXAMPLES.find((one) => examples[one].field === field && JSON.stringify(examples[one].question) === asked);
  return key && exampleTitle(key, language);
}
