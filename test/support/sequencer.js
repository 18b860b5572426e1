/** The files that take longest, in seconds on one core: they start first, so that no worker ends with one alone. */
const LONGEST = [
  'sales/model',
  'contract/hostile',
  'contract/inputs',
  'contract/audit',
  'contract/limits',
  'contract/rest-table',
  'contract/graphql-table',
  'preorders/create-preorder',
  'limits/rate-limits',
  'graphql/bounds',
  'contract/canaries',
  'bootstrap/embedded-postgres',
  'bootstrap/process',
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
