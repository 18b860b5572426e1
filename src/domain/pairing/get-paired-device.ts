import { PairedRecord } from '../../model/records/pairing.ts';
import { findPairing } from '../../persistence/pairing/pairing-repository.ts';
import { deviceReader } from '../devices/index.ts';
import { findEnvelopedIssuers } from '../devices/store.ts';
import { pairedApp } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { readRecord } from '../reader.ts';
import { viewPairedDevice } from './pairing-view.ts';
import { appUnrecognized } from './refresh-rules.ts';

export const getPairedDevice = operation({
  name: 'getPairedDevice',
  summary: 'Returns the device that an app is paired with, and the pairing.',
  access: pairedApp(),
  limit: 120,
  effect: 'read',
  answers: PairedRecord,
  input: NoInput,
  async handle({ em, now, principal }) {
    const [device, pairing, enveloped] = await Promise.all([
      readRecord(deviceReader, em, principal.deviceId, now),
      findPairing(em, principal.pairingId),
      findEnvelopedIssuers(em, principal.deviceId),
    ]);
    if (!pairing) throw appUnrecognized();
    return {
      device: viewPairedDevice(device),
      pairing: {
        installationId: pairing.appInstallationId,
        deviceName: pairing.deviceName,
        appVersion: pairing.appVersion,
        epoch: pairing.epoch,
        createdAt: pairing.createdAt,
        expiresAt: pairing.expiresAt,
      },
      offlineCapable: enveloped !== undefined,
    };
  },
});
