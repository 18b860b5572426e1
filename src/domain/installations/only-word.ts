import { Type } from 'typebox';

/** A field that has to be this one word: whoever sends it says that it is so. */
export function onlyWord<const Word extends string>(word: Word) {
  return Type.Unsafe<Word>({ type: 'string', enum: [word] });
}
