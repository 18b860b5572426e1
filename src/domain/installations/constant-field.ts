import { Type } from 'typebox';

/** A field with a single allowed value, by which the caller attests that it is true. */
export function constantField<const Word extends string>(word: Word) {
  return Type.Unsafe<Word>({ type: 'string', enum: [word] });
}
