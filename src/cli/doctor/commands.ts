import type { Command } from 'commander';
import type { CliIo } from '../io.ts';

const HELP = `
It checks the settings, the database and its schema, the keys, the object storage and its images, the clock, the disk, the replica and the backups, and
changes nothing but for one small object, which it removes. It prints no secret.

Exit codes: 0 nothing has to be done at once; 1 there is a problem; 2 invalid options.`;

/** Declares `karvon doctor`. What it checks is loaded when it is called. */
export function addDoctorCommand(doctor: Command, io: CliIo): void {
  doctor
    .addHelpText('after', HELP)
    .option('--json', 'print the findings as JSON', false)
    .action(async (options) => (await import('./doctor.ts')).doctor(options, io));
}
