import { BATCH_STATUSES, CLAIM_CODE_STATUSES, DEVICE_STATUSES } from '../../model/enums.ts';
import {
  FirmwareVersionCountRecord,
  HardwareRevisionCountRecord,
  type OperationsAnalyticsView,
} from '../../model/records/operations-analytics.ts';
import { batchDataset, claimCodeDataset, deviceDataset } from '../../persistence/analytics/device-datasets.ts';
import { findThresholds } from '../../persistence/analytics/facts.ts';
import { metricsOf, viewFigures } from '../../persistence/analytics/figures.ts';
import { ask, readTables } from '../../persistence/analytics/read-tables.ts';
import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { statusCounts, sumOf } from './analytics-rules.ts';

/** The response lists only this many revisions and versions, by device count. */
const MAX_ROWS = 100;

export const getOperationsAnalytics = operation({
  name: 'getOperationsAnalytics',
  summary: 'Counts devices, batches and claim codes as they are now.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  input: NoInput,
  async handle({ now, settings, runtime }): Promise<OperationsAnalyticsView> {
    const common = { timeZone: settings.businessTimeZone, now };
    const mostFirst = { ...common, orderBy: [{ metric: 'devices', direction: 'DESC' }], limit: MAX_ROWS } as const;
    const { tables, thresholds } = await runtime.analytics.read(async (db) => ({
      thresholds: await findThresholds(db),
      tables: await readTables(db, {
        devices: ask(deviceDataset, {
          ...common,
          metrics: ['devices', 'online', 'offline', 'neverSeen', 'active'],
          dimensions: ['STATUS'],
        }),
        revisions: ask(deviceDataset, {
          ...mostFirst,
          metrics: metricsOf(HardwareRevisionCountRecord),
          dimensions: ['HARDWARE_REVISION'],
        }),
        firmware: ask(deviceDataset, {
          ...mostFirst,
          metrics: metricsOf(FirmwareVersionCountRecord),
          dimensions: ['FIRMWARE_VERSION'],
          filter: { not: { firmwareVersion: { eq: null } } },
        }),
        batches: ask(batchDataset, { ...common, metrics: ['batches'], dimensions: ['STATUS'] }),
        claimCodes: ask(claimCodeDataset, { ...common, metrics: ['claimCodes'], dimensions: ['STATUS'] }),
      }),
    }));
    const { devices, revisions, firmware, batches, claimCodes } = tables;
    return {
      generatedAt: now,
      onlineThresholdMinutes: thresholds.onlineMinutes,
      activeThresholdDays: thresholds.activeDays,
      devices: {
        total: sumOf(devices.rows, 'devices'),
        online: sumOf(devices.rows, 'online'),
        offline: sumOf(devices.rows, 'offline'),
        neverSeen: sumOf(devices.rows, 'neverSeen'),
        active: sumOf(devices.rows, 'active'),
        byStatus: statusCounts(DEVICE_STATUSES, devices.rows, 'devices'),
        byHardwareRevision: revisions.rows.map(({ dimensions, metrics }) => ({
          hardwareRevision: dimensions.HARDWARE_REVISION ?? '',
          ...viewFigures(HardwareRevisionCountRecord, metrics),
        })),
        byFirmwareVersion: firmware.rows.map(({ dimensions, metrics }) => ({
          firmwareVersion: dimensions.FIRMWARE_VERSION ?? '',
          ...viewFigures(FirmwareVersionCountRecord, metrics),
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
