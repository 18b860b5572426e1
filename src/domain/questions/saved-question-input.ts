import { Type } from 'typebox';
import { SavedQuestionRecord } from '../../model/records/saved-question.ts';
import { described } from '../kernel/input.ts';
import { schemaOf } from '../kernel/record-input.ts';

const { name, description, shared } = SavedQuestionRecord.fields;

/** A question as JSON; `checkQuestion` checks it by its data set. */
export const queryInput = described(
  Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', scalar: 'JSON' }),
  'The question, as the field of its data set takes it.',
);
export const nameInput = schemaOf(name);
export const descriptionInput = schemaOf(description);
export const sharedInput = schemaOf(shared);

/** Why these operations are beyond the specification. */
export const BEYOND = { why: 'analysts ask the same questions again and share them', graphqlOnly: true } as const;
