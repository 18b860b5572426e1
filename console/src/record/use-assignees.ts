import { useQuery } from 'urql';
import type { AdminRole } from '../api/generated/enums.ts';
import { AssigneesDocument } from '../api/generated/record-assignees.ts';
import { useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';

/** Roles that a preorder can be assigned to. */
const ROLES: readonly AdminRole[] = ['SUPER_ADMIN', 'ADMIN', 'SALES', 'SUPPORT'];

/**
 * Colleagues who can look after preorders, the viewer first.
 * @param pause true until they are needed
 */
export function useAssignees(pause = false): readonly { readonly value: string; readonly label: string }[] {
  const { t } = useText();
  const { admin } = useViewer();
  const [{ data }] = useQuery({ query: AssigneesDocument, pause });
  const options = (data?.adminOptions ?? []).filter(({ role }) => ROLES.includes(role));
  return [...options.filter(({ id }) => id === admin.id), ...options.filter(({ id }) => id !== admin.id)].map(
    ({ id, name }) => ({ value: id, label: id === admin.id ? t('me.myself', { name }) : name }),
  );
}
