import { LRUCache } from 'lru-cache';
import type { DeviceBatcher } from '../../persistence/devices/device-batcher.ts';
import type { ProvableDevice } from '../../persistence/devices/provable-devices.ts';
import type { DevicePrincipal, ProofRule } from '../kernel/access.ts';
import { fieldProblem, forbidden, validationFailed } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import type { Call, Operation } from '../kernel/operation.ts';
import {
  assertProofHeaders,
  type CheckedHeaders,
  isInTime,
  isSerial,
  matchProof,
  type ProofClaim,
  type ProofHeaders,
  type VerifiedProof,
  verifyProof,
} from './device-proof.ts';
import { openDeviceSecrets } from './device-secret.ts';

declare module '../kernel/operation.ts' {
  interface Runtime {
    /** The hot path of devices: their proofs and heartbeats. */
    readonly devices: DeviceBatcher;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Authenticates a device by its proof. Order: headers, presence of the signed fields, grammar and MAC, time, status. A
 * signed field outside the grammar never authorizes anything: with a valid MAC over its raw text the error is 400 and
 * names the field, otherwise 401. If the handler's own write checks that the device is still allowed, a cached look-up
 * suffices to verify the MAC, which saves a statement; a proof that does not match it is verified against the database.
 * @throws DomainError 401 DEVICE_PROOF_*, 400 VALIDATION_FAILED, 403 DEVICE_NOT_ALLOWED
 */
export async function proveDevice(
  operation: Operation,
  rule: ProofRule,
  call: Call,
  readInput: () => Promise<unknown> | unknown,
): Promise<DevicePrincipal> {
  const headers: ProofHeaders = { timestamp: call.proof?.timestamp, proof: call.proof?.proof };
  assertProofHeaders(headers);
  const input = fieldsOf(await readInput());
  const payload = rule.payload(input);
  // Fields that form a valid payload need no further check.
  const signed = payload === undefined ? signedOf(rule, input) : NONE;
  const unsignable = signed.filter((field) => !isSignable(input[field]));
  if (unsignable.length > 0) throw problemsOf(operation, input, unsignable);

  const { runtime } = call;
  const serial = input[rule.fields[0]];
  const claimOf = (secrets: readonly Buffer[]): ProofClaim<CheckedHeaders> => ({
    headers,
    payloadTail: payload ?? rule.rawPayload?.(input) ?? signed.map((field) => String(input[field])).join('.'),
    secrets,
    now: runtime.clock.now(),
  });

  async function confirm(): Promise<DevicePrincipal> {
    const device = isSerial(serial) ? await runtime.devices.findProvable(serial) : undefined;
    const secrets = device ? openDeviceSecrets(runtime.keys, device) : NONE;
    const verified = verifyProof(claimOf(secrets));
    if (payload === undefined || !device) throw problemsOf(operation, input, signed, rule.malformedIdError);
    if (device.status === 'RETIRED') throw forbidden('DEVICE_NOT_ALLOWED', 'RETIRED');
    const secret = device.secrets[verified.secretIndex];
    if (secret?.state !== 'PENDING') {
      runtime.state.of(lookedUp).set(device.serial, { device, secrets });
      return principalOf(device, verified, confirm);
    }
    return principalOf(await promote(call, device, secret.version), verified, confirm);
  }

  if (rule.writeDecides && payload !== undefined && typeof serial === 'string') {
    // Verified for an unknown serial too: the time would otherwise reveal which serials exist.
    const cached = runtime.state.of(lookedUp).get(serial);
    const claim = claimOf(cached?.secrets ?? NONE);
    const verified = matchProof(claim);
    if (cached && verified && isInTime(verified, claim.now)) {
      const { device } = cached;
      if (device.secrets[verified.secretIndex]?.state === 'ACTIVE') return principalOf(device, verified, confirm);
    }
  }
  return confirm();
}

const NONE: readonly never[] = [];

/** The signed fields of an input that are present, in the contract's order. */
function signedOf({ fields, optionalFields = NONE }: ProofRule, input: Fields): readonly string[] {
  return [...fields, ...optionalFields.filter((field) => input[field] !== undefined)];
}

function principalOf(
  device: ProvableDevice,
  { secretIndex, timestampMs }: VerifiedProof,
  confirm: DevicePrincipal['confirm'],
): DevicePrincipal {
  return {
    kind: 'device',
    deviceId: device.id,
    serial: device.serial,
    timestampMs,
    provenSecretVersion: device.secrets[secretIndex]?.version ?? 0,
    device,
    confirm,
  };
}

/** A cached device with its decrypted secrets: decrypting them takes longer than verifying the proof. */
interface CachedDevice {
  readonly device: ProvableDevice;
  readonly secrets: readonly Buffer[];
}

/** Maximum number of cached devices, about 600 bytes each. */
const MAX_CACHED = 20_000;
const lookedUp = { create: () => new LRUCache<string, CachedDevice>({ max: MAX_CACHED }) };

/**
 * A PENDING secret becomes ACTIVE at its first valid proof in any operation, so a lost envelope never bricks a device.
 */
async function promote({ runtime }: Call, device: ProvableDevice, version: number): Promise<ProvableDevice> {
  if (!runtime.settings.mutationsAuthorized) return device;
  const status = await runtime.devices.promoteSecret(device.id, version, runtime.clock.now());
  return status === undefined ? device : { ...device, status };
}

function fieldsOf(input: unknown): Fields {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Fields) : {};
}

/** Numbers are strings in a query and numbers in a body; both are signed in the same form. */
function isSignable(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/**
 * The problems that the operation's validation finds; if it finds none, `otherwise`, or the fields that cannot be
 * signed.
 */
function problemsOf(operation: Operation, input: Fields, fields: readonly string[], otherwise?: () => Error): Error {
  parseInput(operation.input, { ...input });
  if (otherwise) return otherwise();
  return validationFailed(fields.map((field) => fieldProblem(field, 'UNSIGNED_GRAMMAR')));
}
