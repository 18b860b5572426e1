/** The exit for other modules: what they may do with this module's tables. It imports no module, so that there is no cycle. */
export { consumeGrants } from '../../persistence/firmware/grant-repository.ts';
export { lockRelease } from '../../persistence/firmware/release-repository.ts';
