import type { AdminRole } from '../../src/model/enums.ts';
import {
  built,
  callGraphql,
  callRest,
  onGraphql,
  type RootFields,
  readRootFields,
  repliesTo,
} from '../contract/calls.ts';
import { exampleOf } from '../contract/examples.ts';
import { startContractApp } from '../contract/firmware-examples.ts';
import type { RunningApp } from '../support/app.ts';
import type { Reply } from '../support/callers.ts';
import { type ContractOperation, ROLES } from '../support/contract.ts';
import { insertServiceAccount, type Script } from '../support/factories/service-account.ts';

/** Operations of the specification that no token may call, whatever the roles. */
const FOR_PEOPLE = new Set([
  'auth.changePassword',
  'auth.sessions',
  'auth.deleteSession',
  'team.create',
  'team.setRole',
  'team.setStatus',
  'team.resetPassword',
  'team.revokeSessions',
]);

export type Pair = readonly [own: AdminRole, owner: AdminRole];

/** Every role of a token with every role of its owner. */
export const ALL_PAIRS: readonly Pair[] = ROLES.flatMap((own) => ROLES.map((owner): Pair => [own, owner]));

const place = (role: AdminRole) => ROLES.indexOf(role);
/** Every two roles, in the order of the contract and in the other one. */
export const PAIRS_DOWN = ALL_PAIRS.filter(([own, owner]) => place(own) <= place(owner));
export const PAIRS_UP = ALL_PAIRS.filter(([own, owner]) => place(own) >= place(owner));

/**
 * Walks the specification's table of roles: a token may call an operation exactly when its own role and that of its owner
 * both may.
 * @param pairs of roles to walk
 */
export function describeRoleWalk(pairs: readonly Pair[], transports: readonly ('REST' | 'GraphQL')[]): void {
  let app: RunningApp;
  let roots: RootFields;
  const scripts = new Map<string, Script>();
  const examples = new Map<string, Awaited<ReturnType<typeof exampleOf>>>();

  beforeAll(async () => {
    app = await startContractApp();
    if (!transports.includes('GraphQL')) return;
    roots = await readRootFields(app);
    for (const { id } of onGraphql.filter(isGuarded))
      examples.set(id, await exampleOf(id, app, await app.as('SUPER_ADMIN')));
  });
  beforeAll(async () => {
    for (const pair of pairs) {
      const { admin } = await app.as(pair[1]);
      scripts.set(pair.join(), await insertServiceAccount(app, admin.id, pair[0]));
    }
  });
  afterAll(() => app.stop());

  const walked =
    (operations: readonly ContractOperation[], call: (script: Script, of: ContractOperation) => Promise<Reply>) =>
    async (own: AdminRole, owner: AdminRole) => {
      const script = scripts.get([own, owner].join()) as Script;
      const guarded = operations.filter(isGuarded);
      const replies = await repliesTo(guarded, (operation) => call(script, operation));
      expect(Object.fromEntries(replies.map(([{ id }, reply]) => [id, outcomeOf(reply)]))).toEqual(
        Object.fromEntries(guarded.map((operation) => [operation.id, expected(operation, own, owner)])),
      );
    };

  if (transports.includes('REST')) {
    it.each(pairs)(
      'a token of %s of an owner who is %s may call over REST what both may',
      walked(built, (script, operation) => callRest(script, operation, { body: { unknown: true } })) as never,
    );
  }
  if (transports.includes('GraphQL')) {
    it.each(pairs)(
      'a token of %s of an owner who is %s may call over GraphQL what both may',
      walked(onGraphql, (script, operation) =>
        callGraphql(script, roots, operation, examples.get(operation.id)),
      ) as never,
    );
  }
}

function isGuarded({ auth }: ContractOperation): boolean {
  return auth === 'cookie';
}

function expected({ id, roles = [] }: ContractOperation, own: AdminRole, owner: AdminRole): string {
  if (!roles.includes(own) || !roles.includes(owner)) return 'ROLE_FORBIDDEN';
  return FOR_PEOPLE.has(id) ? 'SESSION_REQUIRED' : 'allowed';
}

function outcomeOf({ status, body }: Reply): string {
  const { error } = body ?? {};
  const is403 = (error?.status ?? status) === 403;
  if (status === 401) return error?.code;
  return is403 ? error?.code : 'allowed';
}
