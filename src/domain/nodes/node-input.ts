import { Type } from 'typebox';

/** The maximum length of an id; a type name with a UUID is far shorter. */
const MAX_ID_LENGTH = 200;

/** The id of an object of any type. Any other text is an unknown id, not an error. */
export function nodeId() {
  return Type.Unsafe<string>({ type: 'string', maxLength: MAX_ID_LENGTH, scalar: 'ID' });
}
