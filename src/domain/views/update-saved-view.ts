import { Type } from 'typebox';
import { memberName } from '../../model/enums.ts';
import { viewOf } from '../../model/record.ts';
import { SavedViewRecord } from '../../model/records/saved-view.ts';
import { lockSavedView } from '../../persistence/views/saved-view-repository.ts';
import { changesBetween, withoutEqual } from '../kernel/changes.ts';
import { fieldProblem, validationFailed } from '../kernel/errors.ts';
import { fields } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { EDITORS, requireChangeable } from '../kernel/shared-records.ts';
import { BEYOND, givenView, nameInput, sharedInput, viewInput } from './saved-view-input.ts';
import { checkedView, viewFor } from './saved-view-rules.ts';

const EDITABLE = ['name', 'query', 'columns', 'shared'] as const;

export const updateSavedView = operation({
  name: 'updateSavedView',
  summary: 'Changes a saved view; only its owner or, of a shared one, a SUPER_ADMIN can. Its list stays.',
  beyond: BEYOND,
  access: EDITORS,
  limit: 60,
  effect: 'write',
  target: 'SavedView',
  takes: { revision: true },
  answers: SavedViewRecord,
  input: fields({
    name: Type.Optional(nameInput),
    view: Type.Optional(viewInput),
    shared: Type.Optional(sharedInput),
  }),
  async handle(context, { id, view, ...wanted }) {
    const { em, now, principal, call, audit, unchanged } = context;
    const saved = requireChangeable('SavedView', await lockSavedView(em, id), principal);
    requireRevision(call, saved);
    const before = viewOf(SavedViewRecord, saved);
    const [list, given] = view ? givenView(view) : [before.list];
    if (list !== before.list) {
      throw validationFailed([
        fieldProblem(`view.${memberName(list)}`, 'ANOTHER_LIST', { expected: memberName(before.list) }),
      ]);
    }
    const checked = given ? checkedView(list, given, context) : {};
    const changed = withoutEqual(before, { ...wanted, ...checked });
    if (Object.keys(changed).length === 0) return unchanged(viewFor(principal, before));
    Object.assign(saved, changed, { updatedAt: now });
    await em.flush();
    audit({
      changes: changesBetween(before, { ...before, ...changed }, EDITABLE),
      detail: { name: saved.name },
    });
    return viewFor(principal, viewOf(SavedViewRecord, saved));
  },
});
