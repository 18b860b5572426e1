import { enumeration } from './enums.ts';
import { answer, json, oneOf } from './record.ts';
import { type Params, sentenceOf, type ValuesOf } from './wording.ts';

/** Sentences that the service stores: why it paused a rollout, and why it declared an installation failed. */
const EXPLANATIONS = {
  DEVICES_FELL_BACK: '{devices} devices fell back or may be bricked',
  INSTALLATIONS_FAILED: '{failed} of {finished} installations failed',
  NO_REPORT: 'No report since {since} while {status}',
  OLD_VERSION: 'a heartbeat shows {version} again',
} as const;

type ExplanationCode = keyof typeof EXPLANATIONS;

const EXPLANATION_CODES = enumeration(
  'ExplanationCode',
  'A sentence that the service wrote. The description of each has the values of `params` in braces.',
  EXPLANATIONS,
);

export const ExplanationRecord = answer(
  'Explanation',
  'A sentence that the service wrote, in parts, so that a client can say it in its own language.',
  {
    code: oneOf('ExplanationCode', EXPLANATION_CODES, 'The sentence.'),
    params: json('The numbers, names and times in it, by name.'),
  },
);

/** The sentence, as it is stored. */
export function explanation<Code extends ExplanationCode>(
  code: Code,
  ...values: ValuesOf<(typeof EXPLANATIONS)[Code]>
): string {
  return sentenceOf(EXPLANATIONS[code], ...values).message;
}

/** The parts of a stored sentence; null for one that a person or a device wrote. */
export function explanationIn(stored: string | null): { readonly code: string; readonly params: Params } | null {
  for (const [code, grammar] of GRAMMARS) {
    const { groups } = grammar.exec(stored ?? '') ?? {};
    if (!groups) continue;
    return { code, params: Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, parsed(text)])) };
  }
  return null;
}

const GRAMMARS = Object.entries(EXPLANATIONS).map(([code, template]) => {
  const grammar = new RegExp(`^${template.replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>\\S+)`)}$`);
  return [code, grammar] as const;
});

function parsed(text: string): string | number {
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}
