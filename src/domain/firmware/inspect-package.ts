import { admins } from '../kernel/access.ts';
import { fields, upload } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { type InspectionView, viewInspection } from './inspection-view.ts';
import { readPackage } from './package/index.ts';
import { surroundingsOf } from './package-surroundings.ts';
import { trustOf } from './trust.ts';

/** Says everything there is to say of a package, judged exactly as by an upload, and stores nothing: no entry either. */
export const inspectPackage = operation({
  name: 'inspectPackage',
  access: admins('SUPER_ADMIN', 'ADMIN', 'FIRMWARE_MANAGER'),
  limit: 10,
  effect: 'write',
  input: fields({ file: upload() }),
  prepare: ({ settings, keys, now }, { file }) =>
    readPackage(file.open(), {
      ...trustOf({ settings, keys, now }),
      limits: { firmwareBytes: settings.firmwareMaxBytes },
    }),
  async handle({ em, unchanged }, _input, report): Promise<InspectionView> {
    return unchanged(viewInspection(report, await surroundingsOf(em, report)));
  },
});
