import { randomBytes } from 'node:crypto';
import { pauseRevokedKeys } from '../../src/domain/firmware/index.ts';
import { inferFromHeartbeat } from '../../src/domain/installations/index.ts';
import { pauseIfFailing } from '../../src/domain/installations/pause-if-failing.ts';
import { keyHash } from '../../src/domain/kernel/idempotency.ts';
import { sweepObjects } from '../../src/domain/objects/index.ts';
import { exampleOf, unique } from '../contract/examples.ts';
import { legacyBinary, legacyFields, setLifecycle } from '../firmware/releases.ts';
import { ask } from '../installations/signed-look-ups.ts';
import { sha256Of, stored } from '../storage/storage-suite.ts';
import type { TestApp } from '../support/app.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeRelease } from '../support/factories/release.ts';
import { makeSale } from '../support/factories/sale.ts';
import { insertServiceAccount } from '../support/factories/service-account.ts';
import { call, field, type LockCase, mutation, self, stale, waits } from './lock-cases.ts';

const ADMIN = 'admin where id = $1';
const DEVICE = 'device where id = $1';
const SALE = 'sale where id = $1';
const RELEASE = 'release where id = $1';
const INSTALLATION = 'installation where id = $1';
const BY_SERIAL = 'device where serial = $1';
const SUPER_ADMINS = `admin where role = 'SUPER_ADMIN' and id <> $1::uuid`;
const deviceOf = (record: string) => `device where id = (select device_id from ${record} where id = $1)`;
const RELEASE_OF_INSTALLATION = 'release where id = (select release_id from installation where id = $1)';

const WEEK_MS = 7 * 24 * 3_600_000;

const disabled = (code: string) => ({ set: `status = 'DISABLED'`, code });
const revoked = (code: string) => ({ set: `status = 'REVOKED'`, code });

/** A script whose account is revoked while its call waits. */
async function script(app: TestApp) {
  const { id: key, rest } = await insertServiceAccount(app, (await app.as('SUPER_ADMIN')).admin.id);
  const { id, body } = await exampleOf('customers.update', app);
  return { key, send: () => rest('PATCH', `/v1/admin/customers/${id}`, body) };
}

const withScript = async (app: TestApp) => {
  const { id } = await insertAdmin(app.sql, app.clock.now(), { role: 'ADMIN' });
  await insertServiceAccount(app, id);
  return { id };
};

async function revocation(app: TestApp) {
  const by = await app.as('SUPER_ADMIN');
  const { id } = await insertServiceAccount(app, by.admin.id);
  return { key: id, send: () => by.rest('DELETE', `/v1/admin/service-accounts/${id}`) };
}

const erasure = async (app: TestApp) => {
  const by = await app.as('SUPER_ADMIN');
  const { id: key } = await makeCustomerRow(app);
  const body = { reason: 'CUSTOMER_REQUEST' };
  return {
    key,
    send: (headers: Readonly<Record<string, string>>) =>
      by.rest('POST', `/v1/admin/customers/${key}/anonymize`, body, headers),
  };
};

const link = (of: 'sale' | 'preorder') =>
  mutation(
    `mutation ($id: ID!, $preorderId: ID!) {
       linkSaleToPreorder(id: $id, expectedRevision: 1, input: { preorderId: $preorderId }) { sale { id } } }`,
    async (app) => {
      const { id, customerId } = await makeSale(app);
      const preorder = await makePreorder(app, { customerId });
      return { key: of === 'sale' ? id : preorder.id, variables: { id, preorderId: preorder.id } };
    },
  );

const correction = mutation(
  `mutation ($id: ID!) {
     correctSale(id: $id, expectedRevision: 1, input: { reason: "mistyped", currency: "USD" }) { sale { id } } }`,
  async (app) => {
    const { id } = await makeSale(app);
    return { key: id, variables: { id } };
  },
);

const question = (document: string) =>
  mutation(document, async (_app, by) => {
    const { body } = await by.gql(
      'mutation { createSavedQuestion(input: { name: "Orders", question: { sales: { metrics: [ORDERS] } } }) { savedQuestion { id } } }',
    );
    const { id } = body.data.createSavedQuestion.savedQuestion;
    return { key: id, variables: { id } };
  });

const view = (document: string) =>
  mutation(document, async (_app, by) => {
    const { body } = await by.gql(
      'mutation { createSavedView(input: { name: "Sales", view: { sales: { columns: ["number"] } } }) { savedView { id } } }',
    );
    const { id } = body.data.createSavedView.savedView;
    return { key: id, variables: { id } };
  });

/** A device asks for firmware that is there for it. */
const asks = (key: 'device' | 'release') => async (app: TestApp) => {
  const hardwareRevision = `rev-${unique()}`;
  const device = await makeDevice(app, { hardwareRevision });
  const release = await makeRelease(app, { hardwareRevision });
  return { key: { device, release }[key].id, send: () => ask(app, device) };
};

/** A claim of a device that is sold. */
const claimOfSold = call('pairing.claim', {
  key: async ({ body }, _by, app) => {
    const [{ id }] = await app.sql('select id from device where serial = $1', [body?.serial]);
    return (await makeSale(app, { deviceId: id })).id;
  },
});

/** A batch that is given up while it is provisioned. */
const cancelled = call('inventory.update', {
  example: async (app) => {
    const { batchId: id } = await makeDevice(app);
    await app.sql(`update inventory_batch set status = 'PROVISIONING' where id = $1`, [id]);
    return { id, body: { status: 'CANCELLED' } };
  },
});

const ofPairing = (id: string) =>
  call(id, {
    key: async (_example, _by, app) =>
      (await app.sql('select id from pairing order by created_at desc, id desc limit 1'))[0].id,
  });

const upload = call('firmware.legacyUpload', {
  example: () => ({ body: { ...legacyFields(), file: { fileName: 'firmware.bin', bytes: legacyBinary(64) } } }),
  key: ({ body }) => sha256Of(Object(body?.file).bytes),
});

/** A report from which the device itself has to prove something. */
const report = call('firmware.report', {
  example: (_app, { body, sign }) => {
    const later = { ...body, status: 'VALIDATING' };
    return { body: later, headers: sign?.(later) };
  },
  key: field('installationId'),
});

const start = call('firmware.setLifecycle', {
  example: async (app) => {
    const by = await app.as('SUPER_ADMIN');
    const { send: upload } = await call('firmware.createPackage')(app);
    const { id } = (await upload({})).body;
    await setLifecycle(by, id, { status: 'READY' });
    return { id, body: { status: 'ROLLING_OUT' } };
  },
  key: async ({ id }, _by, app) =>
    (await app.sql(`select channel || ':' || hardware_revision as key from release where id = $1`, [id]))[0].key,
});

const order = call('preorders.publicCreate', {
  key: ({ headers }) => keyHash('createPreorder', String(headers?.['idempotency-key'])).readBigInt64BE().toString(),
});

/** A device is suspended while it downloads. */
async function suspended(app: TestApp) {
  const device = await makeDevice(app, { status: 'ACTIVE' });
  const { id: key } = await makeInstallation(app, device, await makeRelease(app), { status: 'DOWNLOADING' });
  const by = await app.as('SUPER_ADMIN');
  const body = { status: 'SUSPENDED', reason: 'broken' };
  return { key, send: () => by.rest('PATCH', `/v1/admin/devices/${device.id}/status`, body) };
}

/** What the service does by itself. @param work whether it has changed anything */
const job =
  (make: (app: TestApp) => Promise<{ key: string; work: () => Promise<boolean> }>) => async (app: TestApp) => {
    const { key, work } = await make(app);
    return { key, send: async () => ((await work()) ? { status: 200, body: {} } : NOTHING) };
  };
const NOTHING = { status: 404, body: { error: { code: 'nothing changed' } } };
const paused = { set: `lifecycle = 'PAUSED'`, code: 'nothing changed' };

/** What no release names is removed. */
const sweep = job(async (app) => {
  const key = await stored(app.runtime.storage, randomBytes(64));
  const clock = { now: () => new Date(app.clock.now().getTime() + WEEK_MS) };
  return { key, work: async () => (await sweepObjects({ ...app.runtime, clock })) > 0 };
});

const failing = job(async (app) => {
  const release = await makeRelease(app, { hardwareRevision: `rev-${unique()}` });
  for (let made = 0; made < 5; made += 1) await makeInstallation(app, await makeDevice(app), release, FAILED);
  return { key: release.id, work: () => pauseIfFailing(app.runtime, release.id) };
});
const FAILED = { status: 'FAILED', failureCode: 'FLASH_WRITE' } as const;

const withRevokedKey = job(async (app) => {
  const { id } = await makeRelease(app, { hardwareRevision: `rev-${unique()}`, signedBy: ['a-key-that-is-gone'] });
  return { key: id, work: async () => (await pauseRevokedKeys(app.runtime)) > 0 };
});

/** A heartbeat with the new version, from which the service infers that the device came back. */
const inference = job(async (app) => {
  const release = await makeRelease(app, { hardwareRevision: `rev-${unique()}` });
  const device = await makeDevice(app, { status: 'ACTIVE' });
  const { id } = await makeInstallation(app, device, release, { status: 'REBOOTING', fromVersion: '1.0.0' });
  const receivedAt = new Date(app.clock.now().getTime() + 60_000);
  const seen = { firmwareVersion: release.version, firmwareBuildNumber: release.buildNumber, uptime: 30 };
  const heartbeat = { deviceId: device.id, installationId: id, receivedAt, timestampMs: receivedAt.getTime(), ...seen };
  const statusOf = async () => (await app.sql('select status from installation where id = $1', [id]))[0].status;
  return {
    key: id,
    work: async () => {
      await inferFromHeartbeat(app.runtime, heartbeat);
      return (await statusOf()) === 'VALIDATING';
    },
  };
});

/** Every place that locks something, for each lock that it takes. test/architecture/locks.test.ts finds what is missing. */
export const lockRows: readonly LockCase[] = [
  waits(
    'lockSessionForShare',
    'domain/run',
    call('customers.update', { key: self }),
    'admin_session where admin_id = $1',
    { set: `expires_at = 'epoch'`, code: 'ADMIN_AUTH_REQUIRED' },
  ),
  waits('lockServiceAccountForShare', 'domain/run', script, 'service_account where id = $1', {
    set: 'revoked_at = now()',
    code: 'ADMIN_AUTH_REQUIRED',
  }),
  ...['setRole', 'setStatus', 'resetPassword', 'revokeSessions'].map((name) =>
    waits('takeAdvisoryLock', 'domain/run', call(`team.${name}`), 'team'),
  ),
  ...['changePassword', 'deleteSession'].map((name) =>
    waits('takeAdvisoryLock', 'domain/run', call(`auth.${name}`), 'team'),
  ),

  waits(
    'lockAdmin',
    'domain/auth/login',
    call('auth.login', { key: field('email') }),
    'admin where email = $1',
    disabled('INVALID_CREDENTIALS'),
  ),
  waits('lockAdmin', 'domain/auth/change-password', call('auth.changePassword', { key: self }), ADMIN, {
    set: `password_hash = 'another'`,
    code: 'INVALID_CREDENTIALS',
  }),
  waits('lockAdmin', 'domain/team/set-admin-role', call('team.setRole'), ADMIN, stale),
  waits('lockAdmin', 'domain/team/set-admin-status', call('team.setStatus'), ADMIN, stale),
  waits('lockAdmin', 'domain/team/reset-admin-password', call('team.resetPassword'), ADMIN, stale),
  waits('lockAdmin', 'domain/team/revoke-admin-sessions', call('team.revokeSessions'), ADMIN),
  waits('lockActiveSuperAdmins', 'domain/team/set-admin-role', call('team.setRole'), SUPER_ADMINS),
  waits('lockActiveSuperAdmins', 'domain/team/set-admin-status', call('team.setStatus'), SUPER_ADMINS),
  ...[
    ['set-admin-role', 'team.setRole'],
    ['set-admin-status', 'team.setStatus'],
  ].map(([place, id = '']) =>
    waits(
      'lockServiceAccountsOf',
      `domain/team/${place}`,
      call(id, { example: withScript }),
      'service_account where owner_id = $1',
    ),
  ),
  waits(
    'lockServiceAccount',
    'domain/service-accounts/revoke-service-account',
    revocation,
    'service_account where id = $1',
  ),

  waits('lockCustomer', 'domain/customers/update-customer', call('customers.update'), 'customer where id = $1', stale),
  waits(
    'lockCustomer',
    'domain/customers/add-customer-note',
    call('preorders.addCustomerNote'),
    'customer where id = $1',
    stale,
  ),
  waits('lockCustomer', 'domain/customers/anonymize-customer', erasure, 'customer where id = $1', stale),
  waits(
    'lockCustomerToRefer',
    'domain/customers/find-or-create-customer',
    call('sales.update', {
      example: async (app) => {
        const { id } = await makeSale(app, { paymentStatus: 'UNPAID' });
        return { id, body: { customerId: (await makeCustomerRow(app)).id } };
      },
      key: field('customerId'),
    }),
    'customer where id = $1',
    { set: 'anonymized_at = now()', code: 'CUSTOMER_ANONYMIZED' },
  ),
  waits('lockKey', 'domain/idempotency/with-key', order, 'select pg_advisory_xact_lock($1::bigint)'),
  waits(
    'lockPreorderSettings',
    'domain/preorders/create-preorder',
    call('preorders.publicCreate'),
    'preorder_settings',
    { set: 'pre_order_enabled = false', code: 'PREORDER_DISABLED' },
  ),
  waits(
    'lockPreorderSettings',
    'domain/preorders/update-preorder-settings',
    call('preorders.putSettings'),
    'preorder_settings',
    stale,
  ),
  waits('lockPreorderSettings', 'domain/preorders/delete-preorder', call('preorders.delete'), 'preorder_settings'),
  waits(
    'lockPreorderSettings',
    'domain/preorders/set-preorder-status',
    call('preorders.setStatus', { example: () => ({ body: { status: 'CANCELLED' } }) }),
    'preorder_settings',
  ),
  ...[
    ['delete-preorder', 'delete'],
    ['set-preorder-status', 'setStatus'],
    ['assign-preorder', 'assign'],
  ].map(([place, name]) =>
    waits('lockPreorder', `domain/preorders/${place}`, call(`preorders.${name}`), 'preorder where id = $1', stale),
  ),
  waits(
    'lockAssigneeForShare',
    'domain/preorders/assign-preorder',
    call('preorders.assign', { key: field('adminId') }),
    ADMIN,
    disabled('ASSIGNEE_NOT_ELIGIBLE'),
  ),

  ...['cancel', 'refund', 'update'].flatMap((name) => [
    waits('lockSaleToChange', `domain/sales/${name}-sale`, call(`sales.${name}`), SALE, stale),
    waits('lockSaleToChange', `domain/sales/${name}-sale`, call(`sales.${name}`), deviceOf('sale')),
  ]),
  waits('lockSaleToChange', 'domain/sales/link-sale-to-preorder', link('sale'), SALE, stale),
  waits('lockSaleToChange', 'domain/sales/correct-sale', correction, SALE, stale),
  waits('lockSaleToChange', 'domain/sales/correct-sale', correction, deviceOf('sale')),
  waits('lockPreorder', 'domain/sales/preorder-link', link('preorder'), 'preorder where id = $1', {
    set: `status = 'CANCELLED'`,
    code: 'PREORDER_NOT_LINKABLE',
  }),
  waits(
    'lockDevice',
    'domain/sales/create-sale',
    call('sales.create', { key: field('deviceId') }),
    DEVICE,
    revoked('DEVICE_NOT_SELLABLE'),
  ),
  waits('lockLiveSale', 'domain/sales/fulfil-sale', claimOfSold, SALE),

  waits(
    'lockSystemSettings',
    'domain/settings/update-system-settings',
    call('settings.putSystem'),
    'system_settings',
    stale,
  ),
  waits(
    'lockBusinessSettings',
    'domain/settings/update-business-settings',
    call('settings.putBusiness'),
    'business_settings',
    stale,
  ),

  ...['update', 'delete', 'provision', 'archive'].map((name) =>
    waits(
      'lockBatch',
      `domain/inventory/${name}-batch`,
      call(`inventory.${name}`),
      'inventory_batch where id = $1',
      stale,
    ),
  ),
  waits('retireDevices', 'domain/inventory/update-batch', cancelled, 'device where batch_id = $1'),
  waits('lockDevice', 'domain/devices/reset-claim', call('devices.resetClaim'), DEVICE, stale),
  waits('lockDevice', 'domain/devices/set-device-status', call('devices.setStatus'), DEVICE, stale),
  waits('lockDevice', 'domain/devices/transfer-device', call('devices.transfer'), DEVICE, stale),
  waits(
    'lockDevice',
    'domain/devices/issue-provisioning-envelope',
    call('devices.provisioningEnvelope'),
    DEVICE,
    stale,
  ),

  waits(
    'lockDeviceKey',
    'domain/pairing/create-pairing-challenge',
    call('pairing.challenge', { key: field('serial') }),
    BY_SERIAL,
  ),
  waits(
    'lockDeviceBySerial',
    'domain/pairing/claim-device',
    call('pairing.claim', { key: field('serial') }),
    BY_SERIAL,
    revoked('DEVICE_NOT_ALLOWED'),
  ),
  waits(
    'lockChallenge',
    'domain/pairing/claim-device',
    call('pairing.claim', { key: field('challengeId') }),
    'pairing_challenge where id = $1',
    { set: `expires_at = 'epoch'`, code: 'CHALLENGE_INVALID' },
  ),
  ...['refresh', 'revoke'].flatMap((name) => [
    waits('lockPairing', `domain/pairing/${name}-pairing`, ofPairing(`pairing.${name}`), 'pairing where id = $1'),
    waits('lockPairing', `domain/pairing/${name}-pairing`, ofPairing(`pairing.${name}`), deviceOf('pairing')),
  ]),

  waits('lockObject', 'domain/objects/lock-stored-object', upload, (sha256) => `object:${sha256}`),
  waits('lockObject', 'domain/objects/sweep-objects', sweep, (sha256) => `object:${sha256}`),
  waits('lockRelease', 'domain/installations/pause-if-failing', failing, RELEASE, paused),
  waits('lockRelease', 'domain/firmware/pause-revoked-keys', withRevokedKey, RELEASE, paused),
  waits('lockRelease', 'domain/firmware/set-release-lifecycle', call('firmware.setLifecycle'), RELEASE, stale),
  waits('takeAdvisoryLock', 'domain/firmware/set-release-lifecycle', start, (place) => `rollout:${place}`),
  waits(
    'lockReleaseForShare',
    'domain/firmware/issue-maintenance-grant',
    call('firmware.maintenanceGrant'),
    RELEASE,
    stale,
  ),
  waits(
    'lockDeviceBySerial',
    'domain/firmware/issue-maintenance-grant',
    call('firmware.maintenanceGrant', { key: field('targetSerial') }),
    BY_SERIAL,
    revoked('INVALID_TRANSITION'),
  ),
  waits(
    'takeAdvisoryLock',
    'domain/firmware/issue-maintenance-grant',
    call('firmware.maintenanceGrant', { key: field('expectedMac') }),
    (mac) => `maintenance-grant:${mac.toLowerCase()}`,
  ),
  waits('lockRequester', 'domain/offers/make-offer', asks('device'), DEVICE),
  waits('lockOfferableForShare', 'domain/offers/make-offer', asks('release'), RELEASE),
  waits('serializeLeases', 'persistence/offers/offer-repository', asks('device'), 'downloadLeases'),
  ...['interrupt', 'reconcile'].flatMap((name) => {
    const [place, made] = ['domain/installations/change-installation', call(`firmware.${name}Installation`)];
    return [
      waits('lockInstallingDevices', place, made, deviceOf('installation')),
      waits('lockReleasesForShare', place, made, RELEASE_OF_INSTALLATION),
      waits('lockInstallations', place, made, INSTALLATION),
    ];
  }),
  waits(
    'lockReleasesForShare',
    'persistence/installations/withdrawn-installations',
    suspended,
    RELEASE_OF_INSTALLATION,
  ),
  waits('lockInstallations', 'persistence/installations/withdrawn-installations', suspended, INSTALLATION),
  waits('lockInstallingDevices', 'domain/installations/heartbeat-inference', inference, deviceOf('installation')),
  waits('lockReleasesForShare', 'domain/installations/heartbeat-inference', inference, RELEASE_OF_INSTALLATION),
  waits('lockInstallations', 'domain/installations/heartbeat-inference', inference, INSTALLATION),
  waits('lockInstallingDevices', 'persistence/installations/report-store', report, deviceOf('installation')),
  waits('lockReleasesForShare', 'persistence/installations/report-store', report, RELEASE_OF_INSTALLATION),
  waits('lockInstallations', 'persistence/installations/report-store', report, INSTALLATION),

  waits(
    'lockSavedQuestion',
    'domain/questions/update-saved-question',
    question(
      `mutation ($id: ID!) { updateSavedQuestion(id: $id, expectedRevision: 1, input: { name: "B" }) { savedQuestion { id } } }`,
    ),
    'saved_question where id = $1',
    stale,
  ),
  waits(
    'lockSavedQuestion',
    'domain/questions/delete-saved-question',
    question('mutation ($id: ID!) { deleteSavedQuestion(id: $id) { deletedId } }'),
    'saved_question where id = $1',
  ),

  waits(
    'lockSavedView',
    'domain/views/update-saved-view',
    view(
      `mutation ($id: ID!) { updateSavedView(id: $id, expectedRevision: 1, input: { name: "B" }) { savedView { id } } }`,
    ),
    'saved_view where id = $1',
    stale,
  ),
  waits(
    'lockSavedView',
    'domain/views/delete-saved-view',
    view('mutation ($id: ID!) { deleteSavedView(id: $id) { deletedId } }'),
    'saved_view where id = $1',
  ),
];
