import type { Caller, Callers } from './callers.ts';
import type { CredentialNames, Operation } from './document.ts';

/** Somebody who may not call an operation, and the status that says so. */
export interface RefusedCaller {
  /** As failures name it: `an admin who is suspended`. */
  readonly who: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly expected: 401 | 403;
}

/** Everybody who may not call an operation: with no credential, a wrong or an ended one, two, or one of another kind or role. */
export function refusedCallers(operation: Operation, callers: Callers, names: CredentialNames): RefusedCaller[] {
  const { credential } = operation;
  if (credential === 'public') return [];
  const unknown = 'x'.repeat(43);
  const wrong = {
    admin: { cookie: `${names.sessionCookie}=${unknown}` },
    bearer: { authorization: 'Bearer eyJhbGciOiJFZERTQSJ9.e30.AAAA' },
    proof: { [names.timestampHeader]: String(Date.now()), [names.proofHeader]: '0'.repeat(64) },
  };
  return [
    { who: 'nobody', headers: {}, expected: 401 },
    { who: 'somebody with a wrong credential', headers: wrong[credential], expected: 401 },
    { who: 'somebody with an unknown token', headers: { authorization: `Bearer ${unknown}` }, expected: 401 },
    ...(credential === 'admin' ? withoutRight(operation, callers) : ofAnotherKind(callers)),
  ];
}

/** Of an operation of admins: whose credential has ended, who is of another role, a script where only people may, and who is two. */
function withoutRight({ roles, takesTokens }: Operation, { admins, scripts, former }: Callers): RefusedCaller[] {
  const isAllowed = ({ role }: Caller) => roles.includes(role);
  const oneOfEachRole = [...Map.groupBy(admins, ({ role }) => role).values()].flatMap(([first]) => first ?? []);
  const [script] = scripts.filter((each) => !(takesTokens && isAllowed(each)));
  const [admin, token] = [admins.find(isAllowed), scripts.find(isAllowed)];
  const both = { ...admin?.headers, ...token?.headers };
  return [
    ...former.map(({ who, headers }) => ({ who, headers, expected: 401 as const })),
    ...oneOfEachRole.filter((each) => !isAllowed(each)).map((each) => refused('an admin', each, 403)),
    ...(script ? [refused('a script', script, 403)] : []),
    ...(takesTokens ? [{ who: 'an admin with the token of a script', headers: both, expected: 401 as const }] : []),
  ];
}

/** Admins and scripts are no devices and no apps, whatever their role is. */
function ofAnotherKind({ admins, scripts }: Callers): RefusedCaller[] {
  const isHighest = ({ role }: Caller) => role === 'SUPER_ADMIN';
  return [
    ...admins
      .filter(isHighest)
      .slice(0, 1)
      .map((each) => refused('an admin', each, 401)),
    ...scripts.filter(isHighest).map((each) => refused('a script', each, 401)),
  ];
}

function refused(who: string, { role, headers }: Caller, expected: RefusedCaller['expected']): RefusedCaller {
  return { who: `${who} who is ${role}`, headers, expected };
}
