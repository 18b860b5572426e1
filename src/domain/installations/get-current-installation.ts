import { Type } from 'typebox';
import { CurrentInstallationRecord } from '../../model/records/installation.ts';
import { findCurrentInstallation } from '../../persistence/installations/current-installation.ts';
import { currentInstallationPayload } from '../devices/index.ts';
import { deviceProof } from '../kernel/access.ts';
import { described, fields, verbatim } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { type CurrentInstallationView, NO_INSTALLATION, viewCurrent } from './current-view.ts';

/**
 * Returns the state and the directive of a device's installation, so that a device can continue after losing its
 * memory: the newest open one, or else the newest. Read-only: it creates and signs nothing, so there is no download
 * URL.
 */
export const getCurrentInstallation = operation({
  name: 'getCurrentInstallation',
  summary: 'Returns a device’s open installation, or its latest; it creates nothing and signs no download URL.',
  access: deviceProof({
    fields: ['serial'],
    optionalFields: ['installationId'],
    payload: currentInstallationPayload,
    rawPayload: ({ serial, installationId }) => `${serial}.installation-status.${installationId ?? 'latest'}`,
    malformedIdError: () => recordNotFound('Installation'),
  }),
  limit: 120,
  effect: 'read',
  errors: ['INSTALLATION_NOT_FOUND'],
  answers: CurrentInstallationRecord,
  input: fields({
    serial: described(verbatim(1, 64), 'The serial of the device.'),
    installationId: Type.Optional(
      described(
        verbatim(1, 64),
        'The id of an installation of the device; without it, its open or else its newest one.',
      ),
    ),
  }),
  async handle({ em, principal }, { installationId }): Promise<CurrentInstallationView> {
    const found = await findCurrentInstallation(em, principal.deviceId, installationId);
    if (found) return viewCurrent(found);
    if (installationId !== undefined) throw recordNotFound('Installation');
    return NO_INSTALLATION;
  },
});
