import { spawnSync } from 'node:child_process';

// Here, because it makes a whole cluster. That there is nothing to migrate is in test/architecture/migrations.test.ts.
it('npm run migration writes no migration without a change', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['scripts/migration.ts', 'anything'], { encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['The entities and the migrations agree: no migration is needed.\n', '']);
});
