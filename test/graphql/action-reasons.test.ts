import 'reflect-metadata';
import { deviceActions } from '../../src/domain/devices/device-actions.ts';
import { releaseActions } from '../../src/domain/firmware/release-actions.ts';
import { installationActions } from '../../src/domain/installations/installation-actions.ts';
import { batchActions } from '../../src/domain/inventory/batch-actions.ts';
import { type AvailableAction, availableTo, type RecordAction, type Viewer } from '../../src/domain/kernel/actions.ts';
import { preorderActions } from '../../src/domain/preorders/preorder-actions.ts';
import { saleActions } from '../../src/domain/sales/sale-actions.ts';
import { statusOf } from '../../src/domain/sales/sale-rules.ts';
import { adminActions } from '../../src/domain/team/admin-actions.ts';
import { graphqlOperations } from '../../src/graphql/schema/root-fields.ts';
import {
  ADMIN_ROLES,
  ADMIN_STATUSES,
  type AdminRole,
  BATCH_STATUSES,
  DEVICE_STATUSES,
  FIRMWARE_LIFECYCLES,
  INSTALLATION_STATUSES,
  PAYMENT_STATUSES,
  PREORDER_STATUSES,
} from '../../src/model/enums.ts';
import { requireSentence } from '../support/derivable.ts';

const NOW = new Date('2026-11-26T10:00:00Z');
const viewerOf = (role: AdminRole): Viewer => ({ adminId: 'viewer', roles: [role] });
const either = [false, true] as const;

/** Every record in every state, as its rules see it. */
const states: Readonly<Record<string, readonly (readonly [string, (viewer: Viewer) => readonly RecordAction[]])[]>> = {
  Device: DEVICE_STATUSES.flatMap((status) =>
    [null, ...DEVICE_STATUSES].map((previousStatus) => [
      `${status} from ${previousStatus}`,
      (viewer: Viewer) => deviceActions({ status, previousStatus }, viewer),
    ]),
  ),
  Batch: BATCH_STATUSES.flatMap((status) =>
    [0, 3].map((deviceCount) => [
      `${status} with ${deviceCount} devices`,
      () => batchActions({ status, deviceCount, provisionedAt: deviceCount > 0 ? NOW : null }),
    ]),
  ),
  Preorder: PREORDER_STATUSES.flatMap((status) =>
    [null, 7].map((fullPrice) => [
      `${status} for ${fullPrice}`,
      () => preorderActions({ status, fullPrice, depositAmount: null }),
    ]),
  ),
  Release: FIRMWARE_LIFECYCLES.map((lifecycle) => [lifecycle, () => releaseActions({ lifecycle })]),
  Installation: INSTALLATION_STATUSES.map((status) => [
    status,
    () => installationActions({ status, evidence: null, failureSource: null }),
  ]),
  Admin: ADMIN_STATUSES.flatMap((status) =>
    ['viewer', 'another'].map((id) => [`${status} ${id}`, (viewer: Viewer) => adminActions({ id, status }, viewer)]),
  ),
  Sale: PAYMENT_STATUSES.flatMap((paymentStatus) =>
    either.flatMap((isClaimed) =>
      either.flatMap((isCancelled) =>
        [0, 300].map((refunded) => {
          const facts = {
            paymentStatus,
            unitPrice: 1_000,
            discount: 0,
            total: 1_000,
            refundedTotal: paymentStatus === 'REFUNDED' ? 1_000 : refunded,
            claimedAt: isClaimed ? NOW : null,
            cancelledAt: isCancelled ? NOW : null,
            deviceReleasedAt: null,
          };
          const sale = { ...facts, status: statusOf(facts) };
          return [`${sale.status} ${paymentStatus} ${refunded}`, () => saleActions(sale)] as const;
        }),
      ),
    ),
  ),
};

const keyOf = ({ operation, to }: AvailableAction) => `${operation} ${to}`;

describe.each(Object.entries(states))('the reasons of the actions of a %s', (_record, cases) => {
  it.each(ADMIN_ROLES)(
    'the reasons of the actions of a record are sentences of their own for each action, in every state, for %s',
    (role) => {
      const viewer = viewerOf(role);
      for (const [state, actionsIn] of cases) {
        const refused = actionsIn(viewer)
          .map((action) => availableTo(viewer, action))
          .filter(({ allowed }) => !allowed);
        const byReason = Map.groupBy(refused, ({ reason }) => reason);
        const shared = [...byReason].filter(
          ([, actions]) => new Set(actions.map(({ operation }) => operation)).size > 1,
        );
        expect([state, shared.map(([reason, actions]) => [reason, actions.map(keyOf)])]).toEqual([state, []]);
        // A role that may not call the operation may not do so for any status.
        const byState = refused.filter(({ blockedBy }) => blockedBy === 'STATE');
        const reasons = byState.map(({ reason }) => reason);
        expect([state, reasons]).toEqual([state, [...new Set(reasons)]]);
      }
    },
  );

  it('the reasons of the actions of a record say what comes first, what to do instead, or that nothing can follow', () => {
    const viewer = viewerOf('SUPER_ADMIN');
    for (const [state, actionsIn] of cases) {
      for (const action of actionsIn(viewer).map((each) => availableTo(viewer, each))) {
        for (const locked of action.lockedFields) requireSentence({ ...locked, message: locked.reason });
        if (action.allowed) continue;
        const { reason = '' } = action;
        requireSentence({ ...action, message: reason });
        expect([state, keyOf(action), reason]).toEqual([state, keyOf(action), expect.stringMatching(SAYS_MORE)]);
        expect(reason).toMatch(/^[A-Z].*\.$/s);
        expect(reason).not.toMatch(/nothing is allowed|allowed from here|undefined|null/);
        for (const [, name = ''] of reason.matchAll(/\(([a-z]\w+)\)/g)) expect(mutations).toContain(name);
      }
    }
  });
});

/** An operation to call, or that the record has come to its end. */
const SAYS_MORE =
  /\([a-z]\w+\)|is final|\bfirst\b|instead|: let it|Ask another|nothing|stays|is kept|before anything was paid|change it with/i;
const mutations = graphqlOperations.filter(({ effect }) => effect === 'write').map(({ name }) => name);

describe('the reason why a device cannot get a status', () => {
  const reasonOf = (status: (typeof DEVICE_STATUSES)[number], key: string, previousStatus = null) => {
    const viewer = viewerOf('SUPER_ADMIN');
    const actions = deviceActions({ status, previousStatus }, viewer).map((action) => availableTo(viewer, action));
    return actions.find((action) => keyOf(action) === key)?.reason;
  };

  it.each([
    [
      'SOLD',
      'transferDevice CLAIMED',
      /^Cannot transfer the device: it is SOLD, .* First let its owner claim it in the app/,
    ],
    ['SOLD', 'setDeviceStatus CLAIMED', /^Cannot move from SOLD to CLAIMED: let its owner claim it in the app/],
    ['SOLD', 'setDeviceStatus READY', /^Cannot move from SOLD to READY: cancel its sale \(cancelSale\)\.$/],
    ['READY', 'setDeviceStatus ACTIVE', /first let its owner claim it .*, then let it send a heartbeat\.$/],
    ['RETURNED', 'setDeviceStatus SOLD', /first set it to INVENTORY .*, then sell it \(createSale\)\.$/],
    [
      'SUSPENDED',
      'resetClaim null',
      /^Cannot reset the claim of the device: it is SUSPENDED\. First set it to RETURNED/,
    ],
    [
      'RETIRED',
      'setDeviceStatus READY',
      /^Cannot move from RETIRED to READY: RETIRED is final\. Use another device\.$/,
    ],
    ['ACTIVE', 'issueProvisioningEnvelope null', /First set it to RETURNED or REPAIR \(setDeviceStatus\)\.$/],
  ] as const)(
    'the reason why a device cannot get a status names the steps for a device that is %s (%s)',
    (status, key, reason) => {
      expect(reasonOf(status, key)).toMatch(reason);
    },
  );
});
