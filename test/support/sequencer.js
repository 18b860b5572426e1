/** The files that take longest: they start first, so that no worker ends with one alone. */
const LONGEST = [
  'bootstrap/process',
  'contract/hostile',
  'contract/inputs',
  'contract/limits',
  'contract/canaries',
  'sales/model',
  'limits/rate-limits',
  'cli/admin',
  'graphql/available-actions',
  'persistence/isolation',
  'http/abuse',
  'bootstrap/start',
  'http/abandoned',
  'graphql/roles',
  'persistence/tallies',
  'seed/seed',
  'contract/audit',
  'contract/graphql-table',
  'contract/rest-table',
  'contract/firmware-canaries',
  'preorders/create-preorder',
  'graphql/bounds',
  'heavy/process-tree',
  'heavy/dashboard-client',
  'heavy/isolation',
  'heavy/query-cost',
  'heavy/start',
  'heavy/hostile-questions',
  'heavy/device-examples',
  'heavy/abuse',
  'heavy/embedded-postgres',
  'heavy/browser',
  'heavy/private-folder',
  'rare/fleet',
  'rare/analytics-comparisons',
  'rare/pairing-races',
];

/** Jest's own order follows from what it remembers of earlier runs; a fresh clone remembers nothing. */
export default class LongestFirst {
  sort(tests) {
    return [...tests].sort((a, b) => rankOf(a) - rankOf(b) || a.path.localeCompare(b.path));
  }

  shard(tests, { shardIndex, shardCount }) {
    return tests.filter((_, index) => index % shardCount === shardIndex - 1);
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
}

function rankOf({ path }) {
  const rank = LONGEST.findIndex((name) => path.endsWith(`/test/${name}.test.ts`));
  return rank < 0 ? LONGEST.length : rank;
}
