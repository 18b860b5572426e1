import { classifyFault } from '../persistence/faults.ts';
import { type DomainError, invalid, unavailable } from './kernel/errors.ts';

/** A fault of the database as the caller is told it; undefined when it is a fault of ours or none of the database's. */
export function refusalOfFault(thrown: unknown): DomainError | undefined {
  switch (classifyFault(thrown)) {
    case 'unavailable':
      return unavailable('SERVICE_UNAVAILABLE', 'The service is temporarily unavailable: retry shortly.');
    case 'overloaded':
      return unavailable('OVERLOADED', 'The service is overloaded: retry shortly.');
    case 'badInput':
      return invalid('BAD_REQUEST', 'A value of the request cannot be stored.');
    default:
      return undefined;
  }
}
