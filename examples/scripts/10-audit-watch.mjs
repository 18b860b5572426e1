#!/usr/bin/env node
// Writes what is new in the audit log as JSON lines, for cron and a log collector: ./10-audit-watch.mjs state.json [ACTION...]
// Role: SUPPORT, or ADMIN to see personal data. The state says how far the last run came; each entry is written once.
// With actions (accessDenied loginFailed setAdminRole), only those, and it ends with 1 if there were any.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { graphql, usage } from './karvon.mjs';

/** An entry has the time at which its call began, so one of a slow call can appear after younger ones. */
const OVERLAP_MS = 120_000;

const [state, ...actions] = process.argv.slice(2);
usage('10-audit-watch.mjs STATE_FILE [ACTION...]', state);

const QUERY = `query New($filter: AuditEntryFilter, $after: String) {
  auditEntries(first: 100, after: $after, filter: $filter, sort: [{ field: AT, direction: ASC }]) {
    nodes { id at action actorType actorLabel serviceAccountName targetKind targetId reason requestId ip transport }
    pageInfo { hasNextPage endCursor }
  }
}`;

const last = await readFile(state, 'utf8').then(JSON.parse, () => undefined);
const begin = last?.at ?? new Date().toISOString();
const since = new Date(Date.parse(begin) - OVERLAP_MS).toISOString();
const filter = { at: { gte: since }, ...(actions.length > 0 ? { action: { in: actions } } : {}) };
const seen = new Map(Object.entries(last?.seen ?? {}));
let found = 0;
for (let after = null, hasNextPage = true; hasNextPage; ) {
  const { nodes, pageInfo } = (await graphql(QUERY, { filter, after })).auditEntries;
  for (const entry of nodes.filter(({ id }) => !seen.has(id))) {
    seen.set(entry.id, entry.at);
    // The first run only notes where it begins.
    if (!last) continue;
    console.log(JSON.stringify(entry));
    found += 1;
  }
  after = pageInfo.endCursor;
  hasNextPage = pageInfo.hasNextPage;
}
const at = [begin, ...seen.values()].sort().at(-1);
const kept = [...seen].filter(([, time]) => Date.parse(time) >= Date.parse(at) - OVERLAP_MS);
await writeFile(`${state}.new`, JSON.stringify({ at, seen: Object.fromEntries(kept) }));
await rename(`${state}.new`, state);
process.exitCode = actions.length > 0 && found > 0 ? 1 : 0;
