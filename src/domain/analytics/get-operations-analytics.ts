import { BATCH_STATUSES, CLAIM_CODE_STATUSES, DEVICE_STATUSES } from '../../model/enums.ts';
import {
  FirmwareVersionCountRecord,
  HardwareRevisionCountRecord,
  OperationsAnalyticsRecord,
  type OperationsAnalyticsView,
} from '../../model/records/operations-analytics.ts';
import {
  batchDataset,
  claimCodeDataset,
  deviceDataset,
  presenceDataset,
} from '../../persistence/analytics/device-datasets.ts';
import { findThresholds } from '../../persistence/analytics/facts.ts';
import { viewFigures } from '../../persistence/analytics/figures.ts';
import { ask, readTables } from '../../persistence/analytics/read-tables.ts';
import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { statusCounts, sumOf } from './analytics-rules.ts';

/** The response lists only this many revisions and versions, by device count. */
const MAX_ROWS = 100;
/** More rows than can exist, because the totals add up all revisions. */
const MAX_REVISIONS = 10_000;
/** The figures of a revision of which no device was seen. */
const NONE = { online: 0, active: 0 };

export const getOperationsAnalytics = operation({
  name: 'getOperationsAnalytics',
  summary: 'Counts devices, batches and claim codes as they are now.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  answers: OperationsAnalyticsRecord,
  input: NoInput,
  async handle({ now, settings, runtime }): Promise<OperationsAnalyticsView> {
    const common = { timeZone: settings.businessTimeZone, now };
    const mostFirst = { ...common, orderBy: [{ metric: 'devices', direction: 'DESC' }], limit: MAX_ROWS } as const;
    const { tables, thresholds } = await runtime.analytics.read(async (db) => ({
      thresholds: await findThresholds(db),
      tables: await readTables(db, {
        devices: ask(deviceDataset, { ...common, metrics: ['devices'], dimensions: ['STATUS'] }),
        revisions: ask(deviceDataset, { ...mostFirst, metrics: ['devices'], dimensions: ['HARDWARE_REVISION'] }),
        seen: ask(presenceDataset, {
          ...common,
          metrics: ['seen', 'online', 'active'],
          dimensions: ['HARDWARE_REVISION'],
          limit: MAX_REVISIONS,
        }),
        firmware: ask(presenceDataset, {
          ...common,
          metrics: ['seen', 'online'],
          dimensions: ['FIRMWARE_VERSION'],
          orderBy: [{ metric: 'seen', direction: 'DESC' }],
          limit: MAX_ROWS,
        }),
        batches: ask(batchDataset, { ...common, metrics: ['batches'], dimensions: ['STATUS'] }),
        claimCodes: ask(claimCodeDataset, { ...common, metrics: ['claimCodes'], dimensions: ['STATUS'] }),
      }),
    }));
    const { devices, revisions, seen, firmware, batches, claimCodes } = tables;
    const ofRevision = new Map(seen.rows.map(({ dimensions, metrics }) => [dimensions.HARDWARE_REVISION, metrics]));
    const [total, everSeen, online] = [
      sumOf(devices.rows, 'devices'),
      sumOf(seen.rows, 'seen'),
      sumOf(seen.rows, 'online'),
    ];
    return {
      generatedAt: now,
      onlineThresholdMinutes: thresholds.onlineMinutes,
      activeThresholdDays: thresholds.activeDays,
      devices: {
        total,
        online,
        offline: everSeen - online,
        neverSeen: Math.max(total - everSeen, 0),
        active: sumOf(seen.rows, 'active'),
        byStatus: statusCounts(DEVICE_STATUSES, devices.rows, 'devices'),
        byHardwareRevision: revisions.rows.map(({ dimensions, metrics }) => ({
          hardwareRevision: dimensions.HARDWARE_REVISION ?? '',
          ...viewFigures(HardwareRevisionCountRecord, {
            ...NONE,
            ...ofRevision.get(dimensions.HARDWARE_REVISION),
            ...metrics,
          }),
        })),
        byFirmwareVersion: firmware.rows.map(({ dimensions, metrics }) => ({
          firmwareVersion: dimensions.FIRMWARE_VERSION ?? '',
          ...viewFigures(FirmwareVersionCountRecord, { devices: metrics.seen, online: metrics.online }),
        })),
      },
      batches: {
        total: sumOf(batches.rows, 'batches'),
        byStatus: statusCounts(BATCH_STATUSES, batches.rows, 'batches'),
      },
      claimCodes: {
        total: sumOf(claimCodes.rows, 'claimCodes'),
        byStatus: statusCounts(CLAIM_CODE_STATUSES, claimCodes.rows, 'claimCodes'),
      },
    };
  },
});
