import { codeSpellings } from '../../model/text-forms.ts';
import { described, fields, text } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { readRecordBy } from '../reader.ts';
import { getPreorder } from './get-preorder.ts';
import { preorderReader } from './preorder-reads.ts';

export const getPreorderByNumber = operation({
  name: 'getPreorderByNumber',
  summary: 'Returns the preorder with a number.',
  beyond: { why: 'customers name a preorder by the number on their receipt, not its id', graphqlOnly: true },
  access: getPreorder.access,
  limit: getPreorder.limit,
  effect: 'read',
  errors: ['PREORDER_NOT_FOUND'],
  input: fields({
    number: described(text(1, 64), 'The number on the customer’s receipt, case-sensitive.'),
  }),
  async handle({ em, now }, { number }) {
    return readRecordBy(preorderReader, em, 'number', codeSpellings(number), now);
  },
});
