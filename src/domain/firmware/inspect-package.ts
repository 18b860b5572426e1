import { PackageInspectionRecord } from '../../model/records/package-inspection.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, upload } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { type InspectionView, viewInspection } from './inspection-view.ts';
import { readPackage } from './package/index.ts';
import { packageContextOf } from './package-context.ts';
import { trustOf } from './trust.ts';

/** A read: it has no audit entry. */
export const inspectPackage = operation({
  name: 'inspectPackage',
  summary: 'Checks a release package exactly as an upload would and returns the findings; nothing is stored.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'FIRMWARE_MANAGER'),
  limit: 10,
  effect: 'write',
  answers: PackageInspectionRecord,
  input: fields({ file: described(upload(), 'The package.') }),
  prepare: ({ settings, keys, now }, { file }) =>
    readPackage(file.open(), {
      ...trustOf({ settings, keys, now }),
      limits: { firmwareBytes: settings.firmwareMaxBytes },
    }),
  async handle({ em, unchanged }, _input, report): Promise<InspectionView> {
    return unchanged(viewInspection(report, await packageContextOf(em, report)));
  },
});
