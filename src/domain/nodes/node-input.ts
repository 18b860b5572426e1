import { Type } from 'typebox';

/** Characters of an id: a word and a UUID are far shorter. */
const MAX_ID_LENGTH = 200;

/** The id of an object of any type; what is none is an id of nothing. */
export function nodeId() {
  return Type.Unsafe<string>({ type: 'string', maxLength: MAX_ID_LENGTH, scalar: 'ID' });
}
