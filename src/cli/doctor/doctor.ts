import { readServiceSettings, type ServiceSettings } from '../../config.ts';
import { waitForDatabase } from '../../persistence/database-start.ts';
import { exitOnSignals, reachDatabase, serviceFolder } from '../admin/as-system.ts';
import { CliError, type CliIo, line } from '../io.ts';
import { tableOf } from '../table.ts';
import {
  checkBackups,
  checkClock,
  checkDisk,
  checkImages,
  checkKeys,
  checkReplica,
  checkSchema,
  checkStorage,
} from './checks.ts';
import { type Finding, type Outcome, ok, problem, warning } from './finding.ts';

/** Checks an installation. @throws CliError if there is a problem */
export async function doctor({ json }: { readonly json: boolean }, io: CliIo): Promise<void> {
  const findings = await findingsOf(io);
  const cells = findings.map(({ check, state, message }) => [state, check, message]);
  io.stdout.write(json ? `${JSON.stringify(findings, null, 2)}\n` : tableOf(['STATE', 'CHECK', 'FOUND'], cells));
  const problems = findings.filter(({ state }) => state === 'PROBLEM').length;
  if (problems > 0) throw new CliError(`${problems} of ${findings.length} checks found a problem.`);
}

async function findingsOf(io: CliIo): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const add = (check: string, outcome: Outcome) => void findings.push({ check, ...outcome });
  const settings = await tried(() => readServiceSettings(serviceFolder(), 'backup'));
  if ('state' in settings) return [{ check: 'settings', ...settings }];
  add('settings', ok('They are complete.'));
  add('storage', await outcomeOf(() => checkStorage(settings.config.storage)));
  add('disk', await outcomeOf(() => checkDisk(settings.config.dataDir)));
  await checkDatabase(settings, add, io);
  return findings;
}

/** What needs the database is checked only if it answers. */
async function checkDatabase(
  settings: ServiceSettings,
  add: (check: string, outcome: Outcome) => void,
  io: CliIo,
): Promise<void> {
  const stopListening = exitOnSignals();
  const database = await tried(() => reachDatabase(settings.config, (text) => void io.stderr.write(line(text))));
  if ('state' in database) {
    add('database', database);
    return stopListening();
  }
  const { url } = database;
  try {
    const warnings: string[] = [];
    const answers = await tried(() =>
      waitForDatabase(url, { warn: (text) => warnings.push(text), patienceMs: 0 }).then(() => ok('It answers.')),
    );
    add('database', answers);
    for (const message of warnings) add('database', warning(message));
    if (answers.state === 'PROBLEM') return;
    const schema = await outcomeOf(() => checkSchema(url));
    add('schema', schema);
    add('clock', await outcomeOf(() => checkClock(url)));
    if (schema.state === 'PROBLEM') return;
    for (const outcome of await outcomesOf(() => checkKeys(url, io.now()))) add('keys', outcome);
    add('images', await outcomeOf(() => checkImages(url, settings.config.storage)));
    add(
      'backups',
      await outcomeOf(() => checkBackups(url, settings.config.backupSchedule, settings.config.backupS3, io.now())),
    );
    const { databaseReplicaUrl } = settings.config;
    if (databaseReplicaUrl) add('replica', await outcomeOf(() => checkReplica(databaseReplicaUrl)));
  } finally {
    await database.stop();
    stopListening();
  }
}

/** A check that throws has found a problem; errors of the parts have the remedy. */
async function tried<T>(work: () => T | Promise<T>): Promise<T | Outcome> {
  try {
    return await work();
  } catch (error) {
    return problem(error instanceof Error ? error.message : String(error));
  }
}

const outcomeOf: (work: () => Promise<Outcome>) => Promise<Outcome> = tried;

async function outcomesOf(work: () => Promise<readonly Outcome[]>): Promise<readonly Outcome[]> {
  const found = await tried(work);
  return 'state' in found ? [found] : found;
}
