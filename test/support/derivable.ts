import { ERROR_MEANINGS } from '../../src/model/error-codes.ts';
import { ERROR_MESSAGES } from '../../src/model/error-texts.ts';
import { FIELD_TEXTS } from '../../src/model/field-problems.ts';
import { sentenceOf } from '../../src/model/wording.ts';

type Json = ReturnType<typeof JSON.parse>;

/** @throws Error for an error of GraphQL that a client could not say in another language by its codes and values */
export function requireDerivable({ body }: { readonly body: Json }): void {
  for (const { message, extensions } of Array.isArray(body?.errors) ? body.errors : []) {
    requireSentence({ ...extensions, message });
  }
}

/** The same for the reason of an action, a locked field or the error of a record in bulk. */
export function requireSentence({ message, code, messageId, params, fields = [] }: Json): void {
  if (!(code in ERROR_MEANINGS)) throw new Error(`ErrorCode lacks ${code}.`);
  const template = ERROR_MESSAGES[messageId];
  if (template === undefined) throw new Error(`ErrorMessageId lacks ${messageId}.`);
  // Its sentence is made of those of the fields.
  if (!messageId.endsWith('_FIELDS')) same(messageId, template, params, message);
  for (const field of fields) {
    const texts: Readonly<Record<string, string>> = FIELD_TEXTS;
    same(field.code, texts[field.code] ?? '', field.params, field.message);
  }
}

function same(id: string, template: string, params: Json, message: string): void {
  const derived = sentenceOf(template, params).message;
  if (derived !== message) throw new Error(`${id} with ${JSON.stringify(params)} is not "${message}".`);
}
