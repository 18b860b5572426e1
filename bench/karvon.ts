import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startCommand } from '../scripts/start-command.ts';
import { freePort, type OwnedProcess, startProcess, waitForHealth } from './processes.ts';

const MAIN = fileURLToPath(new URL('../dist/src/main.js', import.meta.url));
const ADMIN_EMAIL = 'bench@example.com';
const ADMIN_PASSWORD = 'Granite-Ferry-Lantern-41';

/** A running Karvon, reached through its public API only. */
export interface Karvon {
  readonly process: OwnedProcess;
  readonly port: number;
}

/** Where it keeps its data: an own embedded PostgreSQL under `dataDir`, or `databaseUrl`. */
export interface KarvonPlace {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  /** Settings of this installation, beside those that every case has. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built service and waits until it is healthy. */
export async function startKarvon({ dataDir, databaseUrl, env }: KarvonPlace): Promise<Karvon> {
  await access(MAIN).catch(() => {
    throw new Error(`${MAIN} is missing. Run npm run build first`);
  });
  const port = await freePort();
  const start = startCommand();
  const owned = await startProcess({
    name: 'Karvon',
    command: process.execPath,
    args: [...start.flags, MAIN],
    env: {
      ...start.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ADMIN_EMAIL,
      ADMIN_PASSWORD,
      LOG_LEVEL: 'warn',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...env,
    },
  });
  await waitForHealth(owned, port);
  return { process: owned, port };
}

/** A signed-in admin. */
export interface AdminCaller {
  /** POSTs JSON and gives the answer's JSON; throws on every status but 201. */
  post(path: string, body: unknown): Promise<unknown>;
  /** The session as a request header, for requests that a case serializes itself. */
  readonly cookie: string;
}

async function postJson(port: number, path: string, body: unknown, headers: Record<string, string>) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`POST ${path}: ${response.status} ${text}`);
  return { response, answer: text === '' ? null : JSON.parse(text) };
}

/** Signs in as the first SUPER_ADMIN. */
export async function signIn({ port }: Karvon): Promise<AdminCaller> {
  const login = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD };
  const { response } = await postJson(port, '/v1/admin/auth/login', login, {});
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  if (cookie === '') throw new Error('the login set no cookie');
  return { cookie, post: async (path, body) => (await postJson(port, path, body, { cookie })).answer };
}
