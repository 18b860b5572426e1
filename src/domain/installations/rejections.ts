import { conflict, type DomainError } from '../kernel/errors.ts';

/** The client error for a rejected report, by its outcome; undefined if the report was not rejected. */
export function rejectionOf(outcome: string): DomainError | undefined {
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
