import { type AvailableAction, availableTo, type RecordAction } from '../../domain/kernel/actions.ts';
import { enumeration } from '../../model/enums.ts';
import { ERROR_CODE_NAMES } from '../../model/error-codes.ts';
import { ERROR_MESSAGE_IDS } from '../../model/error-texts.ts';
import { answer, boolean, json, oneOf, parts, text } from '../../model/record.ts';
import type { GraphqlContext } from '../execution/context.ts';
import { objectTypeOf } from './record-type.ts';

const BLOCKED_BY = enumeration('BlockedBy', 'Why an action is not open to the viewer.', {
  ROLE: 'The viewer’s role does not allow the mutation.',
  STATE: 'The state of the record does not allow the mutation, whoever calls it.',
});

const code = oneOf('ErrorCode', ERROR_CODE_NAMES, 'The stable code of that error: `SALE_NOT_EDITABLE`.');
const messageId = oneOf('ErrorMessageId', ERROR_MESSAGE_IDS, 'The sentence of the reason.');
const params = json('The numbers, names and states in the reason, by name.');

const LockedFieldRecord = answer('LockedField', 'A field of the mutation’s input that the state of the record locks.', {
  field: text('The field of the input.'),
  reason: text('The error message for a change of the field.'),
  code,
  messageId,
  params,
});

const AvailableActionRecord = answer(
  'AvailableAction',
  'A mutation of the record and whether it would succeed, decided by the mutation’s own rules.',
  {
    operation: text('The mutation, by name.'),
    to: text(
      'The status that the mutation sets; null when it sets none, or when other records decide which.',
    ).nullable(),
    allowed: boolean('Whether the viewer’s role and the state of the record allow it.'),
    blockedBy: oneOf('BlockedBy', BLOCKED_BY, 'Null when it is allowed.').nullable(),
    reason: text('The error message that the viewer would get now; null when it is allowed.').nullable(),
    code: code.nullable(),
    messageId: messageId.nullable(),
    params: params.nullable(),
    lockedFields: parts(
      LockedFieldRecord,
      'Fields of the input that the record’s state locks while others can be changed.',
    ),
  },
);

export const AvailableActionType = objectTypeOf(AvailableActionRecord);

/** The description of the field `availableActions` of a record. */
export const ACTIONS = {
  description:
    'Every mutation of this record, with one entry for each status that it can set, and whether the viewer could call it now, judged by the role and the record alone. A change to the current status is left out.',
};

/** The actions of a record as the caller sees them. */
export async function actionsFor(
  ctx: GraphqlContext,
  actionsOf: (viewer: Awaited<ReturnType<GraphqlContext['admin']>>) => readonly RecordAction[],
): Promise<AvailableAction[]> {
  const viewer = await ctx.admin();
  return actionsOf(viewer).map((action) => availableTo(viewer, action));
}
