import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.ts';

/** Another copy of the service, as far as the database goes: starts it on the folder given, says so, and stays. */
const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log: (line) => console.error(line) });
console.log(JSON.stringify({ url: postgres.url, pid: postgres.pid }));
// It ends with the test that started it, and as after an uncaught error: without stopping the database.
process.stdin.on('end', () => process.exit(1)).resume();
