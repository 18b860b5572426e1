import type { AuditAction } from '../api/generated/enums.ts';
import { RecordLink } from '../palette/record-link.tsx';
import { type Deed, deedName } from '../record/deed-name.ts';
import { useText } from '../text/index.tsx';
import { Code } from '../ui/code.tsx';
import { type Tone, ToneBadge } from '../ui/tone-badge.tsx';
import '../text/staff-enums.ts';

/** What a person has to look at. */
const TONES: Readonly<Partial<Record<AuditAction, Tone>>> = {
  accessDenied: 'bad',
  loginFailed: 'bad',
  pairingCredentialReused: 'bad',
  pauseRelease: 'care',
};

export function ActionName({ deed }: { readonly deed: Deed }) {
  const text = useText();
  const tone = TONES[deed.action];
  const name = deedName(deed, text);
  return tone ? <ToneBadge tone={tone}>{name}</ToneBadge> : name;
}

/** What is shown of an id. */
const SHORT_ID = 8;

interface Acting {
  readonly actorType: 'ADMIN' | 'DEVICE' | 'INSTALLATION' | 'PUBLIC' | 'SYSTEM';
  readonly actorId: string | null;
  readonly actorLabel: string | null;
  readonly actor?: { readonly name: string } | null;
}

/** Who did it, as a link to them. */
export function Actor({ entry: { actorType, actorId, actorLabel, actor } }: { readonly entry: Acting }) {
  const { word } = useText();
  // An app's own id says nothing to a person.
  if (actorType === 'INSTALLATION' && actorLabel)
    return `${word('ActorType', actorType)} ${actorLabel.slice(0, SHORT_ID)}`;
  const name = actor?.name ?? actorLabel ?? word('ActorType', actorType);
  if (!actorId || (actorType !== 'ADMIN' && actorType !== 'DEVICE')) return name;
  return (
    <RecordLink kind={actorType} id={actorId}>
      {actorType === 'DEVICE' ? <Code>{name}</Code> : name}
    </RecordLink>
  );
}
