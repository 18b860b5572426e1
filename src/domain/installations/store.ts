/** The exit for other modules that use this module's tables. It imports no module, so that there is no cycle. */
export { countAttempts } from '../../persistence/installations/failure-sample.ts';
export type {
  DeviceProofFacts,
  InstallationFields,
  LockedInstallation,
} from '../../persistence/installations/installation-fields.ts';
export { openOffer, supersedeOffers } from '../../persistence/installations/offered-installations.ts';
export {
  findUnfinished,
  lockUnfinished,
  writeWithdrawals,
} from '../../persistence/installations/withdrawn-installations.ts';
