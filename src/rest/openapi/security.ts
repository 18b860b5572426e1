import type { Access } from '../../domain/kernel/access.ts';
import type { Operation } from '../../domain/kernel/operation.ts';
import { SERVICE_TOKEN_PREFIX } from '../../model/grammar.ts';
import type { Components } from './components.ts';
import type { SecurityRequirement } from './document-types.ts';

export interface CredentialNames {
  /** The name of the session cookie. */
  readonly cookie: string;
  /** The middle of the names of the device headers. */
  readonly brand: string;
}

type SchemeName = 'session' | 'serviceAccount' | 'deviceTimestamp' | 'deviceProof' | 'pairing';

/** The credentials that each kind of access takes: those of one row together, or those of another row. */
const TAKES: Readonly<Record<Access['kind'], readonly (readonly SchemeName[])[]>> = {
  admin: [['session'], ['serviceAccount']],
  proof: [['deviceTimestamp', 'deviceProof']],
  app: [['pairing']],
  public: [],
};

function schemes({ cookie, brand }: CredentialNames): Readonly<Record<SchemeName, object>> {
  return {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: cookie,
      description:
        'The session of an admin, which `POST /v1/admin/auth/login` opens and sets as a cookie; it lasts 12 hours. A page of a browser has to be of an allowed origin.',
    },
    serviceAccount: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: `${SERVICE_TOKEN_PREFIX}…`,
      description:
        'The token of a service account, for scripts. It may call what its own role and the present role of its owner both allow, from any origin, and never together with the cookie.',
    },
    deviceTimestamp: {
      type: 'apiKey',
      in: 'header',
      name: `x-${brand}-timestamp`,
      description:
        'The time of the request: Unix milliseconds, within 5 minutes of the clock of the service. Always together with the proof.',
    },
    deviceProof: {
      type: 'apiKey',
      in: 'header',
      name: `x-${brand}-proof`,
      description:
        'HMAC-SHA256 under the secret of the device, 64 hexadecimal digits, of the timestamp and the signed fields, joined by dots; each operation names its own.',
    },
    pairing: {
      type: 'http',
      scheme: 'bearer',
      description: 'The credential that a companion app got when it claimed its device.',
    },
  };
}

/** The credentials that an operation accepts; adds their schemes. */
export function securityOf(
  components: Components,
  { access, admission }: Pick<Operation, 'access' | 'admission'>,
  names: CredentialNames,
): SecurityRequirement[] {
  const all = schemes(names);
  const taken = TAKES[access.kind].filter(([name]) => !(admission?.peopleOnly && name === 'serviceAccount'));
  return taken.map((together) => {
    for (const name of together) components.add('securitySchemes', name, () => all[name]);
    return Object.fromEntries(together.map((name) => [name, []]));
  });
}
