import type { PasswordCost } from '../../src/domain/auth/stored-hash.ts';

/** The least that Argon2id takes. Proofs of its cost, and of what waits for it, ask for the real one. */
export const QUICK_PASSWORDS: PasswordCost = { memory: 8, passes: 1 };
