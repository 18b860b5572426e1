import { createHmac, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { compactDecrypt } from 'jose';
import { createCompanionApp } from '../src/simulator/companion-app.ts';
import { legacySignature } from '../test/support/release-package.ts';
import { type Callers, jsonRequest } from './callers.ts';
import { isObject, type Json, type JsonObject } from './document.ts';
import { packageOf, type ReleaseKey } from './release-package.ts';
import { formOf, type WireRequest } from './request.ts';

/** A device with its secret, which an envelope contained. */
export interface ProvenDevice {
  readonly id: string;
  readonly serial: string;
  readonly hardwareRevision: string;
  readonly secret: Buffer;
  claimCode: string;
}

export interface Pairing {
  readonly device: ProvenDevice;
  readonly installationId: string;
  readonly credential: string;
}

export interface Installation {
  readonly id: string;
  readonly releaseId: string;
  readonly device: ProvenDevice;
  readonly version: string;
  readonly buildNumber: number;
}

interface Release {
  readonly id: string;
  readonly version: string;
  readonly buildNumber: number;
  readonly hardwareRevision: string;
}

/** Envelopes are limited to three a minute for each admin: the devices are used in turn. */
const MOST_PROVEN = 6;
const APP_VERSION = '2.0.0';
const RUNNING = '1.0.0';

/**
 * Brings records into the states that operations need, through the public API alone: what the OpenAPI file cannot say
 * (proofs, signatures, which record is ready for what).
 */
export class Business {
  /** Whose hardware all proven devices and releases share, so that releases are offered to them. */
  readonly hardwareRevision = `fuzz-${randomBytes(3).toString('hex')}`;
  readonly #callers: Callers;
  readonly #url: string;
  readonly #brand: string;
  readonly #releaseKey: ReleaseKey | undefined;
  readonly #station = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #proven: ProvenDevice[] = [];
  #turn = 0;
  #builds = 1_000;
  #uptime = 1_000;

  constructor(options: {
    readonly callers: Callers;
    readonly url: string;
    readonly brand: string;
    readonly releaseKey: ReleaseKey | undefined;
  }) {
    this.#callers = options.callers;
    this.#url = options.url;
    this.#brand = options.brand;
    this.#releaseKey = options.releaseKey;
  }

  get stationKey(): string {
    return String(this.#station.publicKey.export({ type: 'spki', format: 'pem' }));
  }

  nextBuild(): number {
    this.#builds += 1;
    return this.#builds;
  }

  /** A READY device that nobody else uses. */
  async newDevice(): Promise<{ readonly id: string; readonly serial: string; readonly claimCode: string }> {
    const batch = await this.#post('/v1/admin/devices/batches', {
      batchCode: `FUZZ-${randomUUID()}`,
      model: 'LAMP1',
      hardwareRevision: this.hardwareRevision,
      quantity: 1,
    });
    const device = Array.isArray(batch.devices) ? batch.devices[0] : undefined;
    if (!isObject(device)) throw new Error('the batch has no device');
    return { id: String(device.id), serial: String(device.serial), claimCode: String(device.claimCode) };
  }

  /** A device that can prove itself; a few take turns. */
  async provenDevice(): Promise<ProvenDevice> {
    if (this.#proven.length < MOST_PROVEN) {
      try {
        this.#proven.push(await this.#provision());
      } catch (error) {
        if (this.#proven.length === 0) throw error;
      }
    }
    this.#turn += 1;
    const device = this.#proven[this.#turn % this.#proven.length];
    if (!device) throw new Error('there is no proven device');
    return device;
  }

  async #provision(): Promise<ProvenDevice> {
    const { id, serial, claimCode } = await this.newDevice();
    const { envelope } = await this.#post(
      `/v1/admin/devices/${id}/provisioning-envelope`,
      {
        serialNumber: serial,
        expectedHardwareRevision: this.hardwareRevision,
        provisionerPublicKey: this.stationKey,
      },
      '/v1/admin/devices/{id}/provisioning-envelope',
    );
    const { plaintext } = await compactDecrypt(String(envelope), this.#station.privateKey);
    const { deviceSecret } = JSON.parse(new TextDecoder().decode(plaintext));
    const secret = Buffer.from(String(deviceSecret), 'base64url');
    const device = { id, serial, hardwareRevision: this.hardwareRevision, secret, claimCode };
    await this.heartbeat(device);
    return device;
  }

  /** The two headers of a proof over the joined fields. */
  proof(device: ProvenDevice, ...fields: readonly unknown[]): Record<string, string> {
    const timestamp = String(Date.now());
    const payload = [timestamp, device.serial, ...fields].join('.');
    return {
      [`x-${this.#brand}-timestamp`]: timestamp,
      [`x-${this.#brand}-proof`]: this.#hmac(device, payload),
    };
  }

  async heartbeat(device: ProvenDevice): Promise<void> {
    this.#uptime += 1;
    const body = { serial: device.serial, firmwareVersion: RUNNING, appVersion: APP_VERSION, uptime: this.#uptime };
    const headers = this.proof(device, body.firmwareVersion, body.uptime);
    await this.#callers.must(this.#public('POST', '/v1/devices/heartbeat', body, headers));
  }

  /** A service account for a script, that may little. */
  async newServiceAccount(): Promise<string> {
    const body = { name: `Fuzz ${randomUUID()}`, role: 'VIEWER', expiresAt: tomorrow() };
    return String((await this.#post('/v1/admin/service-accounts', body)).id);
  }

  async newBatch(status: 'DRAFT' | 'READY' | 'CANCELLED'): Promise<string> {
    const path = '/v1/admin/inventory/batches';
    const plan = { code: `FUZZ-${randomUUID()}`, model: 'LAMP1', hardwareRevision: 'rev-b', quantity: 2 };
    const { id } = await this.#post(path, plan);
    if (status !== 'DRAFT') await this.#send('PATCH', `${path}/${id}`, { status }, `${path}/{id}`);
    return String(id);
  }

  /** A device that an app has claimed, with the app's credential. */
  async newPairing(): Promise<Pairing> {
    const device = await this.provenDevice();
    await this.unclaim(device);
    const app = this.#app();
    const claimed = await app.claim({
      serial: device.serial,
      claimCode: device.claimCode,
      customerEmail: `owner-${randomBytes(4).toString('hex')}@example.com`,
      askDevice: (payload) => this.#hmac(device, payload),
    });
    const credential = app.credential();
    if (credential === undefined)
      throw new Error(`the claim failed: ${claimed.status} ${JSON.stringify(claimed.body)}`);
    return { device, installationId: app.installationId, credential };
  }

  /** The body of a claim that would succeed now. */
  async newClaim(): Promise<JsonObject> {
    const device = await this.provenDevice();
    await this.unclaim(device);
    const app = this.#app();
    const { body, status } = await app.challenge(device.serial);
    if (status !== 201) throw new Error(`the challenge failed: ${status} ${JSON.stringify(body)}`);
    return {
      serial: device.serial,
      installationId: app.installationId,
      publicKey: app.publicKey,
      challengeId: String(body.challengeId),
      nonce: String(body.nonce),
      claimCode: device.claimCode,
      hardwareProof: this.#hmac(device, String(body.proofPayload)),
      deviceName: 'Phone',
      appVersion: APP_VERSION,
    };
  }

  /** Ends the claim of a device, so that it can be claimed again with a new code. */
  async unclaim(device: ProvenDevice): Promise<void> {
    const path = `/v1/admin/devices/${device.id}`;
    const { claimCode } = await this.#post(
      `${path}/claim/reset`,
      { reason: 'The fuzzer claims it again' },
      '/v1/admin/devices/{id}/claim/reset',
    );
    device.claimCode = String(claimCode);
  }

  #app() {
    const address = this.#callers.freshAddress();
    return createCompanionApp({
      baseUrl: this.#url,
      fetch: async (input, init = {}) => {
        const answer = await this.#callers.must({
          method: init.method ?? 'GET',
          path: String(input).slice(this.#url.length),
          headers: Object.fromEntries(new Headers(init.headers)),
          ...(typeof init.body === 'string' ? { body: init.body } : {}),
          address,
        });
        return Response.json(answer, { status: 201 });
      },
    });
  }

  #hmac(device: ProvenDevice, payload: string): string {
    return createHmac('sha256', device.secret).update(payload).digest('hex');
  }

  /** Somebody who has nothing. */
  async newCustomer(): Promise<string> {
    const { id } = await this.#post('/v1/admin/customers', { fullName: 'Aziza Karimova' });
    return String(id);
  }

  /** A sale of a new device. */
  async newSale(paymentStatus: 'PAID' | 'UNPAID'): Promise<string> {
    const { id } = await this.#post('/v1/admin/sales', {
      customer: { fullName: 'Aziza Karimova' },
      deviceId: (await this.newDevice()).id,
      unitPrice: 1_200_000,
      paymentStatus,
      salesChannel: 'DIRECT',
    });
    return String(id);
  }

  /** Settings under which a preorder of any quantity is taken. */
  async openPreorders(): Promise<void> {
    await this.#send('PUT', '/v1/admin/preorder-settings', {
      preOrderEnabled: true,
      productName: 'Karvon Lamp',
      currency: 'UZS',
      fullPrice: 1_200_000,
      depositAmount: 200_000,
      expectedDeliveryTextUz: 'Mart oyida',
      expectedDeliveryTextEn: 'In March',
      expectedDeliveryTextRu: 'В марте',
      maxQuantityPerOrder: 20,
      allowManualDepositConfirmation: true,
    });
  }

  async newPreorder(): Promise<{ readonly id: string; readonly number: string }> {
    await this.openPreorders();
    const placed = await this.#callers.must(
      this.#public(
        'POST',
        '/v1/public/preorders',
        { fullName: 'Botir Rashidov', phone: phoneNumber(), region: 'Toshkent', locale: 'uz' },
        { 'idempotency-key': randomUUID() },
      ),
    );
    const number = String(placed.number);
    const list = '/v1/admin/preorders';
    const { items } = await this.#send('GET', `${list}?search=${number}`, undefined, list);
    const found = Array.isArray(items) ? items[0] : undefined;
    if (!isObject(found)) throw new Error(`the list of preorders does not contain ${number}`);
    return { id: String(found.id), number };
  }

  /** A package that the service accepts; undefined where it trusts no key of ours. */
  async newPackage(buildNumber = this.nextBuild()): Promise<Buffer | undefined> {
    if (!this.#releaseKey) return undefined;
    const release = { version: versionOf(buildNumber), buildNumber, hardwareRevision: this.hardwareRevision };
    return packageOf(this.#releaseKey, release);
  }

  /** A DRAFT, for the hardware of the proven devices; an image alone, because packages are limited to five a minute. */
  async newRelease(): Promise<Release> {
    const buildNumber = this.nextBuild();
    const version = versionOf(buildNumber);
    const image = newImage();
    const signature = this.#releaseKey && legacySignature(image, this.#releaseKey);
    const fields = {
      version,
      buildNumber: String(buildNumber),
      hardwareRevision: this.hardwareRevision,
      releaseNotes: 'Brighter.',
      ...(signature === undefined ? { channel: 'BETA' } : { channel: 'STABLE', signature }),
    };
    const { body, contentType } = formOf([
      ...Object.entries(fields).map(([name, value]) => ({ name, value })),
      { name: 'file', value: image, fileName: 'firmware.bin' },
    ]);
    const path = '/v1/admin/firmware';
    const { id } = await this.#callers.mustAs(`POST ${path}`, ({ headers, address }) => ({
      method: 'POST',
      path,
      headers: { ...headers, 'content-type': contentType },
      body,
      address,
    }));
    return { id: String(id), version, buildNumber, hardwareRevision: this.hardwareRevision };
  }

  /** The URL of an image, signed for a device. */
  async newDownload(): Promise<URL> {
    return new URL(String((await this.#offer()).latest.url), this.#url);
  }

  /** An installation that a device was offered, and of which it has reported these statuses. */
  async newInstallation(...statuses: readonly string[]): Promise<Installation> {
    const { latest, device } = await this.#offer();
    if (typeof latest.installationId !== 'string') throw new Error(`no offer: ${JSON.stringify(latest)}`);
    // The offer can be an earlier release, whose installation the device has not ended.
    const installation = {
      id: latest.installationId,
      releaseId: String(latest.releaseId),
      device,
      version: String(latest.version),
      buildNumber: Number(latest.buildNumber),
    };
    for (const status of statuses) await this.#report(installation, status);
    return installation;
  }

  /** A new release, offered to a device. */
  async #offer() {
    const { id: releaseId } = await this.newRelease();
    const path = `/v1/admin/firmware/${releaseId}/lifecycle`;
    const template = '/v1/admin/firmware/{id}/lifecycle';
    await this.#send('PATCH', path, { status: 'READY' }, template);
    await this.#send('PATCH', path, { status: 'ROLLING_OUT', rolloutPercentage: 100 }, template);
    const device = await this.provenDevice();
    const query = new URLSearchParams({
      serial: device.serial,
      hardwareRevision: device.hardwareRevision,
      currentFirmware: RUNNING,
      appVersion: APP_VERSION,
    });
    const latest = await this.#callers.must(
      this.#public('GET', `/v1/firmware/latest?${query}`, undefined, this.proof(device, RUNNING)),
    );
    return { latest, device };
  }

  async #report({ id, releaseId, device }: Installation, status: string): Promise<void> {
    const failure: Record<string, Json> = status === 'FAILED' ? { failureReason: 'The fuzzer says so' } : {};
    const body = { serial: device.serial, releaseId, installationId: id, status, ...failure };
    await this.#callers.must(
      this.#public('POST', '/v1/firmware/report', body, this.proof(device, releaseId, id, status)),
    );
  }

  #post(path: string, body: Record<string, Json>, template = path): Promise<JsonObject> {
    return this.#send('POST', path, body, template);
  }

  /** @param template the path as the file names it, for the limit of the operation */
  #send(method: string, path: string, body?: Record<string, Json>, template = path): Promise<JsonObject> {
    return this.#callers.mustAs(`${method} ${template}`, (admin) => jsonRequest(method, path, body, admin));
  }

  #public(
    method: string,
    path: string,
    body: Record<string, Json> | undefined,
    headers: Record<string, string>,
  ): WireRequest {
    return jsonRequest(method, path, body, { headers, address: this.#callers.freshAddress() });
  }
}

const DAY_MS = 86_400_000;

/** An RFC 3339 time. */
export function tomorrow(): string {
  return new Date(Date.now() + DAY_MS).toISOString();
}

/** Bytes that are no ESP image: those begin with 0xE9, and are checked. */
export function newImage(): Buffer {
  return Buffer.concat([Buffer.alloc(1), randomBytes(64)]);
}

/** A phone number of Uzbekistan. */
export function phoneNumber(): string {
  return `+99890${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`;
}

function versionOf(buildNumber: number): string {
  return `2.${buildNumber}.0`;
}
