export { type GivenKey, requireSameInput, waitForKey, withKey } from './with-key.ts';
