import { Type } from 'typebox';
import { askQuestion, MAX_ANSWER_ROWS, rangeInput, timezoneInput } from '../analytics/index.ts';
import { anyAdmin } from '../kernel/access.ts';
import { described, fields, integer } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { BEYOND } from './saved-question-input.ts';
import { readSavedQuestion } from './saved-question-reads.ts';
import { checkQuestion, inKnownTimeZone, queryIn } from './saved-question-rules.ts';

const DEFAULT_ROWS = 500;

export const askSavedQuestion = operation({
  name: 'askSavedQuestion',
  summary: 'Asks a saved question with the rights of the caller, for its own range or for another one.',
  beyond: BEYOND,
  access: anyAdmin(),
  limit: 120,
  effect: 'read',
  target: 'SavedQuestion',
  errors: ['INVALID_RANGE', 'QUERY_COST_EXCEEDED'],
  input: fields({
    range: Type.Optional(described(rangeInput, 'Instead of the range of the question.')),
    timezone: Type.Optional(described(timezoneInput, 'Instead of the time zone of the question.')),
    limit: Type.Optional(
      described(
        integer(1, MAX_ANSWER_ROWS, { default: DEFAULT_ROWS }),
        `The maximum number of rows, from 1 to ${MAX_ANSWER_ROWS}; never more than the question itself allows.`,
      ),
    ),
  }),
  async handle(context, { id, range, timezone, limit = DEFAULT_ROWS }) {
    const { em, now, principal } = context;
    const saved = await readSavedQuestion(em, id, now, principal);
    const query = queryIn(saved);
    const asked = {
      ...inKnownTimeZone(query),
      ...(range ? { range } : {}),
      ...(timezone === undefined ? {} : { timezone }),
      limit: Math.min(limit, typeof query?.limit === 'number' ? query.limit : limit),
    };
    const { set, question } = checkQuestion(saved.dataSet, asked, context);
    return askQuestion(set, question, context);
  },
});
