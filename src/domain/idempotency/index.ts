export { type KeyedRequest, requireSameInput, waitForKey, withKey } from './with-key.ts';
