import { DeletedSavedViewRecord } from '../../model/records/saved-view.ts';
import { lockSavedView } from '../../persistence/views/saved-view-repository.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { EDITORS, requireChangeable } from '../kernel/shared-records.ts';
import { BEYOND } from './saved-view-input.ts';

export const deleteSavedView = operation({
  name: 'deleteSavedView',
  summary: 'Deletes a saved view; only its owner or, of a shared one, a SUPER_ADMIN can.',
  beyond: BEYOND,
  access: EDITORS,
  limit: 60,
  effect: 'write',
  target: 'SavedView',
  takes: { revision: true },
  answers: DeletedSavedViewRecord,
  input: NoInput,
  async handle({ em, principal, call, audit }, { id }) {
    const saved = requireChangeable('SavedView', await lockSavedView(em, id), principal);
    requireRevision(call, saved);
    const { name, list, shared } = saved;
    em.remove(saved);
    await em.flush();
    audit({ detail: { name, list, shared } });
    return { id, deleted: true };
  },
});
