import { useQuery } from 'urql';
import type { AdminRole } from '../api/generated/enums.ts';
import { PreorderAssigneesDocument } from '../api/generated/preorders-preorders.ts';
import { useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';

/** Roles that a preorder can be assigned to. */
const ROLES: readonly AdminRole[] = ['SUPER_ADMIN', 'ADMIN', 'SALES', 'SUPPORT'];

/** Colleagues who can look after preorders, the viewer first. */
export function useAssignees(): readonly { readonly value: string; readonly label: string }[] {
  const { t } = useText();
  const { admin } = useViewer();
  const [{ data }] = useQuery({ query: PreorderAssigneesDocument });
  const options = (data?.adminOptions ?? []).filter(({ role }) => ROLES.includes(role));
  return [...options.filter(({ id }) => id === admin.id), ...options.filter(({ id }) => id !== admin.id)].map(
    ({ id, name }) => ({ value: id, label: id === admin.id ? t('preorder.me', { name }) : name }),
  );
}
