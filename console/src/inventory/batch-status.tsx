import type { BatchStatus } from '../api/generated/enums.ts';
import { useText } from '../text/index.tsx';
import { Tone, type ToneName } from '../ui/tone.tsx';

/** In the order of a batch's life. */
export const BATCH_STATUSES: readonly BatchStatus[] = [
  'DRAFT',
  'READY',
  'PROVISIONING',
  'COMPLETED',
  'CANCELLED',
  'ARCHIVED',
];

const TONES: Readonly<Record<BatchStatus, ToneName>> = {
  DRAFT: 'still',
  READY: 'calm',
  PROVISIONING: 'care',
  COMPLETED: 'good',
  CANCELLED: 'bad',
  ARCHIVED: 'still',
};

export function BatchStatusBadge({ status }: { readonly status: BatchStatus }) {
  const { word } = useText();
  return <Tone tone={TONES[status]}>{word('BatchStatus', status)}</Tone>;
}
