import { BATCH_STATUSES, CLAIM_CODE_STATUSES, DEVICE_STATUSES } from '../../model/enums.ts';
import { batchDataset, claimCodeDataset, deviceDataset } from '../../persistence/analytics/device-datasets.ts';
import { findThresholds } from '../../persistence/analytics/facts.ts';
import { ask, readTables } from '../../persistence/analytics/read-tables.ts';
import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { statusCounts, sumOf } from './analytics-rules.ts';
import type { OperationsAnalyticsView } from './operations-view.ts';

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
    const asked = { timeZone: settings.businessTimeZone, now };
    const mostFirst = { ...asked, orderBy: [{ metric: 'DEVICES', direction: 'DESC' }], limit: MAX_ROWS } as const;
    const { found, thresholds } = await runtime.analytics.read(async (db) => ({
      thresholds: await findThresholds(db),
      found: await readTables(db, {
        devices: ask(deviceDataset, {
          ...asked,
          metrics: ['DEVICES', 'ONLINE', 'OFFLINE', 'NEVER_SEEN', 'ACTIVE'],
          dimensions: ['STATUS'],
        }),
        revisions: ask(deviceDataset, {
          ...mostFirst,
          metrics: ['DEVICES', 'ONLINE', 'ACTIVE'],
          dimensions: ['HARDWARE_REVISION'],
        }),
        firmware: ask(deviceDataset, {
          ...mostFirst,
          metrics: ['DEVICES', 'ONLINE'],
          dimensions: ['FIRMWARE_VERSION'],
          filter: { not: { firmwareVersion: { eq: null } } },
        }),
        batches: ask(batchDataset, { ...asked, metrics: ['BATCHES'], dimensions: ['STATUS'] }),
        claimCodes: ask(claimCodeDataset, { ...asked, metrics: ['CLAIM_CODES'], dimensions: ['STATUS'] }),
      }),
    }));
    const { devices, revisions, firmware, batches, claimCodes } = found;
    return {
      generatedAt: now,
      onlineThresholdMinutes: thresholds.onlineMinutes,
      activeThresholdDays: thresholds.activeDays,
      devices: {
        total: sumOf(devices.rows, 'DEVICES'),
        online: sumOf(devices.rows, 'ONLINE'),
        offline: sumOf(devices.rows, 'OFFLINE'),
        neverSeen: sumOf(devices.rows, 'NEVER_SEEN'),
        active: sumOf(devices.rows, 'ACTIVE'),
        byStatus: statusCounts(DEVICE_STATUSES, devices.rows, 'DEVICES'),
        byHardwareRevision: revisions.rows.map(({ dimensions, metrics }) => ({
          hardwareRevision: dimensions.HARDWARE_REVISION ?? '',
          devices: metrics.DEVICES ?? 0,
          online: metrics.ONLINE ?? 0,
          active: metrics.ACTIVE ?? 0,
        })),
        byFirmwareVersion: firmware.rows.map(({ dimensions, metrics }) => ({
          firmwareVersion: dimensions.FIRMWARE_VERSION ?? '',
          devices: metrics.DEVICES ?? 0,
          online: metrics.ONLINE ?? 0,
        })),
      },
      batches: {
        total: sumOf(batches.rows, 'BATCHES'),
        byStatus: statusCounts(BATCH_STATUSES, batches.rows, 'BATCHES'),
      },
      claimCodes: {
        total: sumOf(claimCodes.rows, 'CLAIM_CODES'),
        byStatus: statusCounts(CLAIM_CODE_STATUSES, claimCodes.rows, 'CLAIM_CODES'),
      },
    };
  },
});
