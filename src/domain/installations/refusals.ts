import { conflict, type DomainError } from '../kernel/errors.ts';

/** Why a report is not taken, by the outcome in the installation's history; undefined for what is no refusal. */
export function refusalOf(outcome: string): DomainError | undefined {
  switch (outcome) {
    case 'RELEASE_REVOKED':
      return conflict('RELEASE_REVOKED', 'This release was revoked: abort the installation.');
    case 'INSTALLATION_INTERRUPTED':
      return conflict('INSTALLATION_INTERRUPTED', 'An operator interrupted this installation: abort it.');
    case 'INSTALLATION_TERMINAL':
      return conflict('INSTALLATION_TERMINAL', 'This installation has ended: ask for the current one.');
    default:
      return undefined;
  }
}
