import { catalog } from '../../src/domain/catalog.ts';
import { mayCall } from '../../src/domain/kernel/access.ts';
import { ALL_PAIRS, describeRoleWalk, type Pair } from './role-walk.ts';

/** All others are walked in test/heavy/service-accounts.test.ts. */
const PAIRS: readonly Pair[] = [
  ['SUPER_ADMIN', 'SUPER_ADMIN'],
  ['OPERATIONS', 'SUPER_ADMIN'],
  ['SUPER_ADMIN', 'SUPPORT'],
  ['SALES', 'OPERATIONS'],
  ['ADMIN', 'FIRMWARE_MANAGER'],
];

describeRoleWalk(PAIRS, ['REST']);

it('the rule of all operations, those beyond the specification too, is that both roles must allow it', () => {
  const account = { id: 'a', name: 'script', role: 'VIEWER', expiresAt: new Date() } as const;
  const wrong = catalog.flatMap((operation) => {
    const { name, access, admission } = operation;
    const allows = (role: Pair[number]) => access.kind === 'admin' && access.roles.includes(role);
    return ALL_PAIRS.filter(
      ([own, owner]) =>
        mayCall({ roles: [own, owner], serviceAccount: account }, operation) !==
        (allows(own) && allows(owner) && !admission?.peopleOnly),
    ).map((pair) => `${name} ${pair.join()}`);
  });
  expect(wrong).toEqual([]);
});
