import type { EntityManager } from '@mikro-orm/postgresql';
import type { AnalyticsReader, ListReads, RowReader } from '../../model/ports.ts';
import { type AnalyticsSettings, type OpenAnalyticsReader, openAnalyticsReader } from '../analytics/reader.ts';
import { mainPoolRules } from '../isolation/main-pool-rules.ts';
import { type OpenRowReader, openRowReader } from '../lists/cursor.ts';
import { closeOrm, createOrm } from '../orm.ts';
import { ReplicaConnections } from './replica-connections.ts';
import { type ReadRoute, withReplica } from './replica-reads.ts';
import { ReplicaState } from './replica-state.ts';

/** The maximum wait of a list for the replica. Slower reads wait longer. */
const LIST_PATIENCE_MS = 100;
const ANALYSIS_PATIENCE_MS = 2_000;

interface ReplicaSettings extends AnalyticsSettings {
  readonly replicaUrl: string;
  /** Connections for lists. */
  readonly poolMax: number;
}

/** The reads of lists, analytics and exports. */
export interface Reads {
  readonly lists: ListReads;
  readonly analytics: AnalyticsReader;
  readonly exports: RowReader;
  /** Closes their connections, but not those of the entity manager. */
  close(): Promise<void>;
}

/** Reads of a service without a replica. @param em of the primary */
export function readsOf(em: () => EntityManager, settings: AnalyticsSettings): Reads {
  const analytics = openAnalyticsReader(settings);
  const exports = openRowReader(settings);
  return {
    lists: { read: (work) => work(em()) },
    analytics,
    exports,
    close: async () => {
      await Promise.all([analytics.close(), exports.close()]);
    },
  };
}

/**
 * Reads of a service with a replica, a streaming standby of the database. A read from it sees everything that was committed
 * before the call. If the replica is behind for too long, or fails, the primary answers.
 * @param primary the reads that take over
 */
export async function withReplicaReads(primary: Reads, settings: ReplicaSettings): Promise<Reads> {
  const { url, replicaUrl, poolMax, statementTimeoutMs, shares, warn } = settings;
  const connections = new ReplicaConnections();
  const { connecting } = connections;
  // Without entities, because lists are plain statements.
  const orm = await createOrm({
    ...connecting,
    name: 'replica',
    url: replicaUrl,
    poolMax,
    statementTimeoutMs,
    share: (pool) => shares.apply('replica', pool, mainPoolRules(poolMax, statementTimeoutMs)),
    warn,
    entities: false,
  });
  const state = new ReplicaState({ primaryUrl: url, replicaUrl, connections, warn });
  const route = withReplica(state);
  const analytics = openAnalyticsReader({ ...settings, url: replicaUrl, connecting }, 'replica analytics');
  const exports = openRowReader({ url: replicaUrl, statementTimeoutMs, shares, warn, connecting }, 'replica export');
  return {
    lists: {
      read: (work) =>
        route.read(
          LIST_PATIENCE_MS,
          () => work(orm.em.fork()),
          () => primary.lists.read(work),
        ),
    },
    analytics: analyticsBy(route, analytics, primary.analytics),
    exports: exportsBy(state, route, exports, primary.exports),
    async close() {
      await Promise.all([primary.close(), analytics.close(), exports.close(), state.close()]);
      await closeOrm(orm);
    },
  };
}

function analyticsBy(route: ReadRoute, replica: OpenAnalyticsReader, primary: AnalyticsReader): AnalyticsReader {
  return {
    read: (work) =>
      route.read(
        ANALYSIS_PATIENCE_MS,
        () => replica.read(work),
        () => primary.read(work),
      ),
  };
}

/** An export continues on the server where it began, because its rows belong to one snapshot. */
function exportsBy(state: ReplicaState, route: ReadRoute, replica: OpenRowReader, primary: RowReader): RowReader {
  return {
    async *read(query, signal, adminId) {
      const begin = async (reader: RowReader, step: Step) => {
        const rows = reader.read(query, signal, adminId)[Symbol.asyncIterator]();
        return { first: await rows.next(), next: () => step(() => rows.next()), end: () => rows.return?.() };
      };
      const { first, next, end } = await route.read(
        ANALYSIS_PATIENCE_MS,
        () => begin(replica, (work) => state.whileAnswering(work)),
        () => begin(primary, (work) => work()),
      );
      try {
        for (let step = first; !step.done; step = await next()) yield step.value;
      } finally {
        // A consumer that stops early ends the iteration, which closes the cursor.
        await end();
      }
    },
  };
}

/** How the next batch is taken. */
type Step = <T>(work: () => Promise<T>) => Promise<T>;
