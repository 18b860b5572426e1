import type { FirmwareLifecycle } from '../api/generated/enums.ts';
import { useText } from '../text/index.tsx';
import { type Tone, ToneBadge } from '../ui/tone-badge.tsx';
import '../text/firmware-words.ts';

const TONES: Readonly<Record<FirmwareLifecycle, Tone>> = {
  DRAFT: 'still',
  READY: 'calm',
  ROLLING_OUT: 'good',
  PAUSED: 'care',
  COMPLETED: 'calm',
  REVOKED: 'bad',
};

export function LifecycleBadge({ lifecycle }: { readonly lifecycle: FirmwareLifecycle }) {
  const { word } = useText();
  return <ToneBadge tone={TONES[lifecycle]}>{word('FirmwareLifecycle', lifecycle)}</ToneBadge>;
}
