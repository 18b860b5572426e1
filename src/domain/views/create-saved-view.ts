import { Type } from 'typebox';
import { viewOf } from '../../model/record.ts';
import { SavedViewRecord } from '../../model/records/saved-view.ts';
import { SavedView } from '../../persistence/views/saved-view.entity.ts';
import { countSavedViews } from '../../persistence/views/saved-view-repository.ts';
import { throwIf } from '../kernel/errors.ts';
import { fields } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { EDITORS } from '../kernel/shared-records.ts';
import { BEYOND, givenView, nameInput, sharedInput, viewInput } from './saved-view-input.ts';
import { checkedView, limitError } from './saved-view-rules.ts';

export const createSavedView = operation({
  name: 'createSavedView',
  summary: 'Saves a view of a list that the caller may read; private unless it is shared.',
  beyond: BEYOND,
  access: EDITORS,
  limit: 60,
  effect: 'write',
  // One after the other, so that nobody gets more of them than allowed.
  transaction: { serialize: 'createSavedView', each: 'caller' },
  errors: ['SAVED_VIEW_LIMIT_REACHED'],
  answers: SavedViewRecord,
  input: fields({
    name: nameInput,
    view: viewInput,
    shared: Type.Optional({ ...sharedInput, default: false }),
  }),
  async handle(context, { name, view, shared = false }) {
    const { em, now, principal, audit } = context;
    const [list, given] = givenView(view);
    const checked = checkedView(list, given, context);
    throwIf(limitError(await countSavedViews(em, principal.adminId)));
    const ownerId = principal.adminId;
    const saved = em.create(SavedView, { name, list, ...checked, shared, ownerId, createdAt: now, updatedAt: now });
    await em.flush();
    audit({ target: { kind: 'SavedView', id: saved.id }, detail: { name, list, shared } });
    return viewOf(SavedViewRecord, saved);
  },
});
