import type { ExplanationCode } from '../api/generated/enums.ts';
import { wordsOf } from '../text/enums.ts';
import { useText, wordOf } from '../text/index.tsx';
import { say, type Values } from '../text/triple.ts';
import { useTimes } from './time.tsx';
import '../text/explanation-words.ts';

export interface Explanation {
  readonly code: ExplanationCode;
  readonly params: unknown;
}

/** Says a sentence of the service in the language of the screen, with its times and statuses in words. */
export function useExplain(): (explanation: Explanation) => string {
  const text = useText();
  const times = useTimes();
  return ({ code, params }) => {
    const { since, status, ...others }: Values = { ...Object(params) };
    const values = {
      ...others,
      since: typeof since === 'string' ? times.dateTime(since) : since,
      status: typeof status === 'string' ? wordOf(text, 'InstallationStatus', status) : status,
    };
    return say(wordsOf('ExplanationCode')[code] ?? [code, code, code], text.language, values);
  };
}
