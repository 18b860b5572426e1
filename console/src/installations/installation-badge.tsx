import type { InstallationStatus } from '../api/generated/enums.ts';
import { useText } from '../text/index.tsx';
import { type Tone, ToneBadge } from '../ui/tone-badge.tsx';

function toneOf(status: InstallationStatus): Tone {
  if (status === 'SUCCESS') return 'good';
  if (status === 'FAILED' || status === 'ROLLED_BACK') return 'bad';
  return status === 'AVAILABLE' ? 'still' : 'calm';
}

export function InstallationBadge({ status }: { readonly status: InstallationStatus }) {
  const { word } = useText();
  return <ToneBadge tone={toneOf(status)}>{word('InstallationStatus', status)}</ToneBadge>;
}
