/** The exit for other modules that use this module's tables. It imports no module, so that there is no cycle. */
export type { InstallationFields, LockedInstallation } from '../../persistence/installations/installation-fields.ts';
export { openOffer, supersedeOffers } from '../../persistence/installations/offered-installations.ts';
