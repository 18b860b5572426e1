/**
 * What silence and failures mean for a rollout, and which devices take part: rules that installations, offers, releases and
 * devices share. It imports no module but the tables of installations.
 */
export { type FailureSample, failureRateOf, failureWeightOf } from './evidence-rules.ts';
export { readFailureSamples } from './failure-samples.ts';
export { installs, takesPart } from './service-rules.ts';
export {
  applyStall,
  applyStuck,
  applyWithdrawal,
  isPastReturn,
  lastSignOf,
  SILENCES,
  type StallInput,
  silenceOf,
  stallCode,
  stuckFrom,
} from './silence-rules.ts';
export { withdrawInstallations } from './withdraw-installations.ts';
