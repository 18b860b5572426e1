import type { Config } from './config.ts';
import { sharedAnswer } from './domain/health/index.ts';
import { clientErrorLimit } from './domain/kernel/client-error-limit.ts';
import type { Runtime } from './domain/kernel/operation.ts';
import { RuntimeState } from './domain/kernel/runtime-state.ts';
import type { RateLimits } from './model/ports.ts';
import { reportWriter } from './persistence/installations/report-store.ts';
import { readiness } from './persistence/isolation/readiness.ts';
import { memoryRateLimits } from './platform/rate-limits/rate-limits.ts';
import type { Stores, Warn } from './stores.ts';

/** Time for which a readiness result is cached. */
const READY_FRESH_MS = 1_000;

/** What the runtime has beside the settings and the stores. */
interface RuntimeParts extends Pick<Runtime, 'clock' | 'keys' | 'telemetry' | 'passwordCost'> {
  /** Of this process; default: in memory. */
  readonly instanceLimits: RateLimits | undefined;
  readonly warn: Warn;
  readonly isStopping: () => boolean;
}

/** What operations use. */
export function runtimeOf(
  config: Config,
  stores: Stores,
  { clock, keys, telemetry, passwordCost, instanceLimits, warn, isStopping }: RuntimeParts,
): Runtime {
  const { orm, sessions, reads, shares, ping, devices, offers, limits, storage, servedFiles } = stores;
  const pingDatabase = sharedAnswer(() => ping.ping());
  const isReady = sharedAnswer(readiness(pingDatabase, shares, warn), READY_FRESH_MS);
  return {
    state: new RuntimeState(),
    em: () => orm.em,
    sessionDatabase: sessions.db,
    findSession: sessions.findHolder,
    findServiceAccount: sessions.findServiceAccount,
    lists: reads.lists,
    analytics: reads.analytics,
    shares,
    clock,
    keys,
    limits,
    instanceLimits: instanceLimits ?? memoryRateLimits(),
    clientErrors: clientErrorLimit(limits),
    settings: domainSettings(config),
    passwordCost,
    devices,
    offers,
    reports: reportWriter(orm.em),
    exports: reads.exports,
    storage,
    servedFiles,
    pingDatabase,
    databaseAnswers: sharedAnswer(() => ping.answers()),
    pingStorage: sharedAnswer(() => storage.ping()),
    isReady: async () => !isStopping() && (await isReady()),
    warn,
    telemetry,
  };
}

/** The settings that operations use. */
function domainSettings(config: Config): Runtime['settings'] {
  return {
    brand: config.brand,
    publicUrl: config.publicUrl.origin,
    businessTimeZone: config.businessTimeZone,
    downloadUrlSeconds: config.downloadUrlSeconds,
    mutationsAuthorized: config.mutationsAuthorized,
    publicUrlIsLocal: config.publicUrlIsLocal,
    provisionerFingerprints: config.provisionerFingerprints,
    signatureThresholds: {
      INTERNAL: config.releaseSignatureThreshold,
      BETA: config.releaseSignatureThreshold,
      STABLE: config.releaseSignatureThresholdStable,
    },
    firmwareMaxBytes: config.firmwareMaxBytes,
    heartbeatRetentionDays: config.heartbeatRetentionDays,
    deviceDayRetentionDays: config.deviceDayRetentionDays,
    rollout: config.rollout,
  };
}
