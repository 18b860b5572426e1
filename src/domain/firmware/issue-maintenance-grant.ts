import { Type } from 'typebox';
import { MAINTENANCE_PURPOSES } from '../../model/enums.ts';
import { IssuedMaintenanceGrantRecord } from '../../model/records/maintenance-grant.ts';
import { findSerialOfBoard, insertGrant, supersedeGrants } from '../../persistence/firmware/grant-repository.ts';
import { lockReleaseForShare } from '../../persistence/firmware/release-repository.ts';
import { takeAdvisoryLock } from '../../persistence/sql/locks.ts';
import { serialOnLabel } from '../devices/index.ts';
import { findEnvelopedIssuers, lockDeviceBySerial } from '../devices/store.ts';
import { issuerFor, signClaims } from '../formats/jws.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, integer, oneOf, verbatim } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { GRANT_LIFETIME_MS, requireGrantAllowed } from './grant-rules.ts';

/** The `typ` of a maintenance grant. */
const TYP = 'maintenance-grant+jwt';

/** The board verifies the token offline, so a newer grant cannot revoke it: only its expiry ends it. */
export const issueMaintenanceGrant = operation({
  name: 'issueMaintenanceGrant',
  summary:
    'Lets one board that runs a given build take the identity of one device, once and within 15 minutes; only this response shows the token.',
  access: admins('SUPER_ADMIN', 'FIRMWARE_MANAGER'),
  limit: 3,
  effect: 'write',
  target: 'Release',
  takes: { revision: true },
  errors: ['DEVICE_NOT_FOUND', 'RELEASE_REVOKED', 'EXPECTATION_MISMATCH', 'INVALID_TRANSITION', 'GRANT_EXISTS'],
  answers: IssuedMaintenanceGrantRecord,
  input: fields({
    expectedMac: described(
      Type.String({ pattern: '^[0-9a-fA-F]{2}(?::[0-9a-fA-F]{2}){5}$' }),
      'The MAC address of the board: `a0:b1:c2:d3:e4:f5`.',
    ),
    targetSerial: described(verbatim(1), 'The serial of the device whose identity the board takes.'),
    expectedVersion: described(verbatim(1), 'The version that the board runs; it must be that of the release.'),
    expectedBuild: described(integer(1), 'The build number that the board runs; it must be that of the release.'),
    expectedHardwareRevision: described(
      verbatim(1),
      'The hardware revision of the board; it must be that of the release and of the device.',
    ),
    maintenancePurpose: described(
      oneOf('MaintenancePurpose', MAINTENANCE_PURPOSES),
      'What the board may do with the grant.',
    ),
  }),
  async handle({ em, now, principal, call, keys, settings, audit }, { id, ...input }) {
    const mac = input.expectedMac.toLowerCase();
    const device = await lockDeviceBySerial(em, serialOnLabel(input.targetSerial));
    const release = await lockReleaseForShare(em, id);
    if (!release) throw recordNotFound('Release');
    requireRevision(call, release);
    if (!device) throw recordNotFound('Device');
    // The device's lock is not enough: two devices could each grant the same board.
    await takeAdvisoryLock(em, `maintenance-grant:${mac}`);
    requireGrantAllowed(release, device, input, await findSerialOfBoard(em, mac, device.id));
    const superseded = await supersedeGrants(em, device.id, mac, now);
    const issuedAt = new Date(Math.floor(now.getTime() / 1000) * 1000);
    const expiresAt = new Date(issuedAt.getTime() + GRANT_LIFETIME_MS);
    const purpose = input.maintenancePurpose;
    const grantId = await insertGrant(em, {
      releaseId: id,
      deviceId: device.id,
      mac,
      purpose,
      issuedBy: principal.adminId,
      issuedAt: now,
      expiresAt,
    });
    const [iat, exp] = [issuedAt, expiresAt].map((time) => time.getTime() / 1000);
    const enveloped = await findEnvelopedIssuers(em, device.id);
    const grant = await signClaims(issuerFor(keys.grantIssuers, enveloped?.issuers), TYP, {
      iss: settings.publicUrl,
      jti: grantId,
      aud: `device-mac:${mac}`,
      sub: device.serial,
      purpose,
      release: {
        id,
        version: release.version,
        build: release.buildNumber,
        hardwareRevision: release.hardwareRevision,
        sha256: release.firmwareSha256,
      },
      iat,
      nbf: iat,
      exp,
    });
    audit({ detail: { grantId, deviceId: device.id, serial: device.serial, mac, purpose, superseded } });
    return { grantId, grant, mac, serial: device.serial, purpose, issuedAt: now, expiresAt };
  },
});
