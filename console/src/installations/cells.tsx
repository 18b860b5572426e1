import type { FailureSource, Verification } from '../api/generated/enums.ts';
import type { InstallationRowFragment } from '../api/generated/operations.ts';
import { useText } from '../text/index.tsx';
import { useExplain } from '../ui/explanation.tsx';
import { ToneBadge } from '../ui/tone-badge.tsx';
import '../text/firmware.ts';
import '../text/firmware-words.ts';

/** Why it failed, or what is wrong with it while it goes on. */
export function Cause({ row }: { readonly row: InstallationRowFragment }) {
  const { t, word } = useText();
  const explain = useExplain();
  const { failureCode, failureExplanation, possiblyBricked, silent, stuckSince } = row;
  if (possiblyBricked) return <ToneBadge tone="bad">{t('installation.bricked')}</ToneBadge>;
  // No device gave a reason, and the service has one.
  if (failureCode === 'UNKNOWN' && failureExplanation) return explain(failureExplanation);
  if (failureCode) return word('FailureCode', failureCode);
  if (silent) return t('installation.silent');
  return stuckSince ? <ToneBadge tone="care">{word('InstallationOutcome', 'STUCK')}</ToneBadge> : '–';
}

export function Proof({ verification }: { readonly verification: Verification | null }) {
  const { word } = useText();
  return verification ? word('Verification', verification) : '–';
}

export function Source({ source }: { readonly source: FailureSource | null | undefined }) {
  const { word } = useText();
  return source ? word('FailureSource', source) : '–';
}
