import { conflict, type DomainError } from '../kernel/errors.ts';

/** The client error for a rejected report, by its outcome; undefined if the report was not rejected. */
export function rejectionOf(outcome: string): DomainError | undefined {
  switch (outcome) {
    case 'RELEASE_REVOKED':
      return conflict('RELEASE_REVOKED', 'ABORT');
    case 'INSTALLATION_INTERRUPTED':
      return conflict('INSTALLATION_INTERRUPTED');
    case 'INSTALLATION_TERMINAL':
      return conflict('INSTALLATION_TERMINAL', 'REPORT');
    default:
      return undefined;
  }
}
