import { RecordLink } from '../palette/record-link.tsx';

interface Props {
  readonly admin: { readonly id: string; readonly name: string } | null | undefined;
  /** In place of a colleague who is not known. */
  readonly none?: string;
}

/** A colleague by name: a link for whoever may see the team. */
export function Colleague({ admin, none }: Props) {
  if (!admin) return none;
  return (
    <RecordLink kind="ADMIN" id={admin.id}>
      {admin.name}
    </RecordLink>
  );
}
