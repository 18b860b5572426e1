/**
 * The import rules of ARCHITECTURE.md: rest | graphql -> domain -> persistence -> model, and of what stands beside the service.
 * TypeScript 7 has no JavaScript API, so swc parses; imports of types alone count as well.
 */

/** What a transport may import of the domain: run, authorize, client-errors, the catalog, the exports of lists, the filters of live events, the kernel, the formats and each module's exit; and the model. */
const EXITS = '^src/domain/(run|authorize|conditions|client-errors|catalog|exports|live-filter|reader|readers)\\.ts$|^src/domain/(kernel|formats)/|^src/domain/[^/]+/index\\.ts$';

/** The folders through which a GraphQL request passes, in their order. */
const STAGES = ['document', 'admission', 'execution', 'reply'];

module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      severity: 'error',
      comment: 'Modules that need each other are one module, or share a third.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphan',
      severity: 'error',
      comment: 'What nobody imports and what imports nothing is not part of the program.',
      from: {
        orphan: true,
        // Others are started by their path: tests and what Jest is configured with, and servers of benchmarks.
        pathNot: '^src/main\\.ts$|\\.(d|test)\\.ts$|^test/support/(jest-setup\\.ts|(sequencer|summary-reporter|jest/\\w+)\\.js)$',
      },
      to: {},
    },
    {
      name: 'domain-knows-no-transport',
      severity: 'error',
      comment: 'An operation is the same on every transport: it knows no path, header, status or GraphQL type.',
      from: { path: '^src/domain/' },
      to: {
        path: '^src/(rest|graphql)/|node_modules/(koa|koa-.*|@koa/.*|@apollo/.*|@as-integrations/.*|graphql|graphql-.*|type-graphql|dataloader)/',
      },
    },
    {
      name: 'model-imports-nothing-of-ours',
      severity: 'error',
      comment: 'Every layer shares the model: enumerations, grammars, limits and records. An import upward would be a cycle.',
      from: { path: '^src/model/' },
      to: { path: '^(src|migrations)/', pathNot: '^src/model/' },
    },
    {
      name: 'persistence-imports-only-the-model',
      severity: 'error',
      comment: 'Persistence stores and finds: it knows what the records are, and nothing of the rules above it.',
      from: { path: '^(src/persistence|migrations)/' },
      to: { path: '^src/', pathNot: '^src/(persistence|model)/' },
    },
    {
      name: 'platform-is-apart',
      severity: 'error',
      comment: 'Keys, object storage, rate limits and the embedded PostgreSQL know no record and no rule: app.ts hands them over as ports.',
      from: { path: '^src/platform/' },
      to: { path: '^(src|migrations)/', pathNot: '^src/(platform|model)/' },
    },
    {
      name: 'domain-reaches-no-platform',
      severity: 'error',
      comment: 'The domain uses the ports that app.ts gives it.',
      from: { path: '^src/domain/' },
      to: { path: '^src/platform/' },
    },
    {
      name: 'http-mechanics-know-no-route',
      severity: 'error',
      comment: 'src/rest/server/ is a library of ours: it knows the shape of errors and ports, and no route, operation or record.',
      from: { path: '^src/rest/server/' },
      to: {
        path: '^src/',
        pathNot:
          '^src/rest/(server/|errors\\.ts|error-response\\.ts|request-state\\.ts|middleware/(request-id|text-guard)\\.ts)|^src/domain/kernel/(errors|input|ports)\\.ts|^src/(model/|log\\.ts)',
      },
    },
    {
      name: 'transports-are-strangers',
      severity: 'error',
      comment: 'What both need belongs to the domain or to the composition root.',
      from: { path: '^src/(rest|graphql)/' },
      to: { path: '^src/(rest|graphql)/', pathNot: '^src/$1/' },
    },
    ...STAGES.slice(0, -1).map((stage, at) => ({
      name: `graphql-${stage}-knows-no-later-stage`,
      severity: 'error',
      comment: `A document is read, admitted, executed and replied to (${STAGES.join(', ')}): nothing knows what comes after it.`,
      from: { path: `^src/graphql/${stage}/` },
      to: { path: `^src/graphql/(${STAGES.slice(at + 1).join('|')})/` },
    })),
    {
      name: 'transport-reaches-no-store',
      severity: 'error',
      comment: 'Authorization, limits, audit and transactions are on the way through the domain.',
      from: { path: '^src/(rest|graphql)/' },
      to: { path: '^(src/persistence|src/platform|migrations)/|node_modules/(@mikro-orm/.*|pg|graphile-worker)/' },
    },
    {
      name: 'transport-uses-exits',
      severity: 'error',
      comment: "A transport uses a module by its index.ts.",
      from: { path: '^src/(rest|graphql)/' },
      to: { path: '^src/domain/', pathNot: EXITS },
    },
    {
      name: 'domain-contains-no-sql',
      severity: 'error',
      comment: 'The domain asks by filters and named queries: table aliases and SQL stay in persistence.',
      from: { path: '^src/domain/' },
      to: { path: '^src/persistence/(sql/(sql|query|pool)|orm)\\.ts$' },
    },
    {
      name: 'modules-are-private',
      severity: 'error',
      comment: 'A module uses another by its exits: index.ts (operations, reads, rules) and store.ts (its tables).',
      from: { path: '^src/domain/([^/]+)/' },
      to: { path: '^src/domain/[^/]+/', pathNot: '^src/domain/($1|kernel|formats)/|^src/domain/[^/]+/(index|store)\\.ts$' },
    },
    {
      name: 'modules-keep-their-tables',
      severity: 'error',
      comment: "A module's tables change in one place: other modules go through its store.ts.",
      from: { path: '^src/domain/([^/]+)/' },
      to: {
        path: '^src/persistence/(analytics|audit|auth|customers|devices|firmware|idempotency|installations|inventory|keys|objects|offers|pairing|preorders|questions|sales|settings|stalls|team|views|preferences)/',
        pathNot: '^src/persistence/$1/',
      },
    },
    {
      name: 'the-way-in-uses-exits',
      severity: 'error',
      comment: 'run.ts, authorize.ts and the others beside the modules use their exits too.',
      from: { path: '^src/domain/[^/]+\\.ts$' },
      to: { path: '^src/persistence/(?!(isolation|lists|sql)/)[^/]+/' },
    },
    {
      name: 'store-imports-no-module',
      severity: 'error',
      comment: 'Two modules may need the tables of each other; their stores must not.',
      from: { path: '^src/domain/[^/]+/store\\.ts$' },
      to: { path: '^src/domain/' },
    },
    {
      name: 'simulator-is-outside',
      severity: 'error',
      comment: 'A device knows the service by its API alone, so that the two can prove each other wrong.',
      from: { path: '^src/simulator/' },
      to: { path: '^src/', pathNot: '^src/(simulator|model)/' },
    },
    {
      name: 'kernel-is-a-leaf',
      severity: 'error',
      comment: 'Every module builds on the kernel, so the kernel imports only the model.',
      from: { path: '^src/domain/kernel/' },
      to: { path: '^(src|migrations)/', pathNot: '^src/domain/kernel/|^src/model/' },
    },
    {
      name: 'formats-are-pure',
      severity: 'error',
      comment: 'A format is what a file, a text or a time looks like: it knows no record, no operation and no database.',
      from: { path: '^src/domain/formats/' },
      to: {
        path: '^(src|migrations)/',
        pathNot: '^src/domain/formats/|^src/domain/kernel/(errors|input)\\.ts$|^src/model/',
      },
    },
    {
      name: 'tools-stand-beside',
      severity: 'error',
      comment: 'These commands need no service: they know the words, packages, the text of the registry and the simulator.',
      from: { path: '^src/(cli|simulator)/', pathNot: '^src/cli/(admin|erased|keys|backup|doctor|migrate)/' },
      to: {
        path: '^(src|migrations)/',
        pathNot:
          '^src/(cli|simulator|model)/|^src/domain/(kernel/|formats/|firmware/package/index\\.ts)|^src/platform/keys/(release-trust|key-text)\\.ts$',
      },
    },
    {
      name: 'admin-commands-are-a-transport',
      severity: 'error',
      comment: 'They enter the domain as HTTP does; what they run on is put together by operator-runtime.ts.',
      from: { path: '^src/cli/(admin|erased|keys)/' },
      to: {
        path: '^(src|migrations)/|node_modules/(@mikro-orm/.*|pg|graphile-worker)/',
        pathNot: `^src/(cli|model)/|^src/(config|operator-runtime|operator-keys)\\.ts$|${EXITS}`,
      },
    },
    {
      name: 'operators-work-on-what-is-stored',
      severity: 'error',
      comment: 'A backup, a restore, a migration and the doctor work on tables, objects and keys as they are stored: none is a call of the domain, but for the erasure of customers and the needs of keys.',
      from: { path: '^src/cli/(backup|doctor|migrate)/' },
      to: {
        path: '^(src|migrations)/|node_modules/(@mikro-orm/.*|pg|graphile-worker)/',
        pathNot: '^src/(cli|model|persistence|platform)/|^src/(config|operator-keys)\\.ts$|^src/domain/(customers|keys)/index\\.ts$',
      },
    },
    {
      name: 'service-needs-no-tool',
      severity: 'error',
      comment: 'What the service runs on is not in the command line.',
      from: { path: '^(src|migrations)/', pathNot: '^src/(cli|simulator)/' },
      to: { path: '^src/(cli|simulator)/' },
    },
    {
      name: 'no-dev-dependency-in-src',
      severity: 'error',
      comment: 'What the service runs on is in "dependencies".',
      from: { path: '^(src|migrations)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm'] },
    },
    {
      name: 'service-needs-no-tool-of-developers',
      severity: 'error',
      comment: 'What runs in production is in src and migrations alone.',
      from: { path: '^(src|migrations)/' },
      to: { path: '^(fuzz|bench|scripts|test|examples|console)/' },
    },
    {
      name: 'fuzz-is-a-stranger',
      severity: 'error',
      comment:
        'It judges the service by HTTP and by what it declares there. It starts processes as bench does, fills a team by SQL, sends forms and signs packages as tests do, and pairs as the simulator does.',
      from: { path: '^fuzz/' },
      to: {
        path: '^(src|migrations|bench|scripts|test|examples|console)/',
        pathNot:
          '^src/(simulator|model)/|^bench/(processes|seed-commerce)\\.ts$|^scripts/start-command\\.ts$|^test/support/(form|release-package)\\.ts$',
      },
    },
    {
      name: 'bench-is-a-stranger',
      severity: 'error',
      comment:
        'It measures the service as it is started, by HTTP. It reads the data folder: where PostgreSQL listens, and the keys by which it makes secrets of devices and URLs of downloads.',
      from: { path: '^bench/' },
      to: {
        path: '^(src|migrations|fuzz|scripts|test|examples|console)/',
        pathNot:
          '^src/model/|^src/platform/(embedded-postgres/reach|keys/key-files|storage/signed-downloads)\\.ts$|^scripts/start-command\\.ts$',
      },
    },
    {
      name: 'scripts-call-no-transport',
      severity: 'error',
      comment: 'They start the service as a process, or work on its database and keys: what a script needs of a transport, it calls by HTTP.',
      from: { path: '^scripts/' },
      to: {
        path: '^(src|fuzz|bench|test|examples|console)/',
        pathNot: '^src/(model|domain|persistence|platform|simulator)/|^src/(config|data-dir|stop)\\.ts$',
      },
    },
    {
      name: 'demo-is-outside',
      severity: 'error',
      comment: 'Whoever reads the demo can do the same: it calls the API, and has the devices and apps of the simulator.',
      from: { path: '^scripts/demo/' },
      to: { path: '^(src|migrations|scripts)/', pathNot: '^scripts/demo/|^src/(model|simulator)/|^src/stop\\.ts$' },
    },
    {
      name: 'preparation-needs-no-package',
      severity: 'error',
      comment: 'It runs before the install, on Node 20 as well.',
      from: { path: '^scripts/(prepare|folder-lock)\\.js$' },
      to: { dependencyTypesNot: ['core'], pathNot: '^scripts/folder-lock\\.js$' },
    },
    {
      name: 'test-support-knows-no-test',
      severity: 'error',
      comment: 'Every test builds on it. Of the folders of tests it knows the names of the contract.',
      from: { path: '^test/support/' },
      to: { path: '^(test|fuzz|bench|console)/', pathNot: '^test/support/|^test/contract/names\\.ts$' },
    },
    {
      name: 'no-test-is-imported',
      severity: 'error',
      comment: 'Its tests would run again. What two tests need is in a file of their folder, or in test/support.',
      from: {},
      to: { path: '\\.test\\.ts$' },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      comment: 'An import that leads nowhere would escape every rule above.',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // PostGraphile has a package.json of its own, which only its benchmark installs.
    exclude: { path: '^bench/postgraphile/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'require', 'types'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
