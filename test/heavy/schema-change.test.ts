import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/run.ts';

/** `npm run check` compares it with the code. */
const written = readFileSync('schema.graphql', 'utf8');

describe('a schema change', () => {
  /** Runs the command of `npm run schema` in a folder whose schema.graphql has other fields. */
  function printSchemaIn(folder: string, ...args: string[]) {
    const command = join(process.cwd(), 'dist/src/graphql/schema/print-schema.js');
    const { status, stderr } = spawnSync(process.execPath, [command, ...args], { cwd: folder, encoding: 'utf8' });
    return { status, stderr, schema: readFileSync(join(folder, 'schema.graphql'), 'utf8') };
  }
  function folderWith(schema: string): string {
    const folder = temporaryFolder('schema');
    mkdirSync(join(folder, 'docs/api'), { recursive: true });
    writeFileSync(join(folder, 'schema.graphql'), schema);
    return folder;
  }

  it('a schema change that removes a field is rejected by check and by write, and written if a reason is given', () => {
    const folder = folderWith(
      written.replace('  profileNotes: String\n', '  profileNotes: String\n  oldNotes: String\n'),
    );
    const broken = '- Customer.oldNotes was removed.';
    for (const mode of ['--check', '--write']) {
      const { status, stderr, schema } = printSchemaIn(folder, mode);
      expect([status, stderr]).toEqual([1, expect.stringContaining(broken)]);
      expect(stderr).toContain('npm run schema -- "why clients have to change"');
      expect(schema).not.toBe(written);
    }
    expect(printSchemaIn(folder, '--write', 'nobody used it')).toEqual({ status: 0, stderr: '', schema: written });
    expect(readFileSync(join(folder, 'docs/api/breaking-changes.md'), 'utf8')).toBe(`\nnobody used it\n${broken}\n`);
  });

  it('a schema change that only adds is reported by check and written without a reason', () => {
    const folder = folderWith(written.replace(/ {2}"""[^"]+"""\n {2}profileNotes: String\n/, ''));
    const { status, stderr } = printSchemaIn(folder, '--check');
    expect([status, stderr]).toEqual([
      1,
      'schema.graphql is not what the code says. Run `npm run schema` and read the difference.\n',
    ]);
    expect(printSchemaIn(folder, '--write')).toEqual({ status: 0, stderr: '', schema: written });
  });
});
