/** What a check has found, and what to do about it. */
export interface Outcome {
  readonly state: 'OK' | 'WARNING' | 'PROBLEM';
  readonly message: string;
}

export interface Finding extends Outcome {
  readonly check: string;
}

export function ok(message: string): Outcome {
  return { state: 'OK', message };
}

export function warning(message: string): Outcome {
  return { state: 'WARNING', message };
}

export function problem(message: string): Outcome {
  return { state: 'PROBLEM', message };
}
