import type { DevicePrincipal, ProofRule } from '../kernel/access.ts';
import { forbidden, validationFailed } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import type { Call, Operation, ProvableDevice } from '../kernel/operation.ts';
import { assertProofHeaders, isSerial, verifyProof } from './device-proof.ts';
import { openSecrets } from './opened-secrets.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Recognises a device by its proof. Order: headers, signed fields present, grammar and MAC, time, status.
 * A signed field outside of the grammar never authorises anything: with a right MAC over its raw text the answer is
 * what is wrong with the field (400), otherwise 401.
 * @throws DomainError 401 DEVICE_PROOF_*, 400 VALIDATION_FAILED, 403 DEVICE_NOT_ALLOWED
 */
export async function proveDevice(
  operation: Operation,
  rule: ProofRule,
  call: Call,
  readInput: () => Promise<unknown>,
): Promise<DevicePrincipal> {
  const headers = { timestamp: call.proof?.timestamp, proof: call.proof?.proof };
  assertProofHeaders(headers);
  const input = fieldsOf(await readInput());
  const unsignable = rule.fields.filter((field) => !isSignable(input[field]));
  if (unsignable.length > 0) throw problemsOf(operation, input, unsignable);

  const { runtime } = call;
  const serial = input[rule.fields[0]];
  const device = isSerial(serial) ? await runtime.devices.findProvable(serial) : undefined;
  const payload = rule.payload(input);
  const verified = verifyProof({
    headers,
    payloadTail: payload ?? rule.fields.map((field) => String(input[field])).join('.'),
    secrets: device ? openSecrets(runtime.keys, device) : [],
    now: runtime.clock.now(),
  });
  if (payload === undefined || !device) throw problemsOf(operation, input, rule.fields);
  if (device.status === 'RETIRED') throw forbidden('DEVICE_NOT_ALLOWED', 'This device is no longer in service.');

  const secret = device.secrets[verified.secretIndex];
  return {
    kind: 'device',
    deviceId: device.id,
    serial: device.serial,
    timestampMs: verified.timestampMs,
    provenSecretVersion: secret?.version ?? 0,
    firstProofOfSecret: secret?.state === 'PENDING',
    device: secret?.state === 'PENDING' ? await promote(call, device, secret.version) : device,
  };
}

/** A PENDING secret becomes ACTIVE by its first valid proof, whatever the operation: a lost envelope never bricks. */
async function promote({ runtime }: Call, device: ProvableDevice, version: number): Promise<ProvableDevice> {
  if (!runtime.settings.mutationsAuthorized) return device;
  const status = await runtime.devices.promoteSecret(device.id, version, runtime.clock.now());
  return status === undefined ? device : { ...device, status };
}

function fieldsOf(input: unknown): Fields {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Fields) : {};
}

/** A number of a query arrives as a word, a number of a body as a number; both print the same. */
function isSignable(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/** What the operation's own validation says; the fields that cannot be signed when it has nothing to say. */
function problemsOf(operation: Operation, input: Fields, fields: readonly string[]): Error {
  parseInput(operation.input, { ...input });
  return validationFailed(fields.map((field) => ({ field, message: 'is outside of the proof grammar' })));
}
