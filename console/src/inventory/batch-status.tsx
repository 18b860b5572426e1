import type { BatchStatus } from '../api/generated/enums.ts';
import { useText } from '../text/index.tsx';
import { type Tone, ToneBadge } from '../ui/tone-badge.tsx';

/** In the order of a batch's life. */
export const BATCH_STATUSES: readonly BatchStatus[] = [
  'DRAFT',
  'READY',
  'PROVISIONING',
  'COMPLETED',
  'CANCELLED',
  'ARCHIVED',
];

const TONES: Readonly<Record<BatchStatus, Tone>> = {
  DRAFT: 'still',
  READY: 'calm',
  PROVISIONING: 'care',
  COMPLETED: 'good',
  CANCELLED: 'bad',
  ARCHIVED: 'still',
};

export function BatchStatusBadge({ status }: { readonly status: BatchStatus }) {
  const { word } = useText();
  return <ToneBadge tone={TONES[status]}>{word('BatchStatus', status)}</ToneBadge>;
}
