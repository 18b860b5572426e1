/** The exit for other modules: what they may use of this module's tables. It imports no module, which avoids cycles. */
export { consumeGrants, expireGrants } from '../../persistence/firmware/grant-repository.ts';
export { lockRelease } from '../../persistence/firmware/release-repository.ts';
