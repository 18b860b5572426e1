import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { classifyDatabaseError } from '../../src/persistence/database-error-classes.ts';

describe('classifyDatabaseError', () => {
  it('classifyDatabaseError classifies by code, through causes', () => {
    const lost = Object.assign(new Error('x'), { code: 'ECONNRESET' });
    expect(classifyDatabaseError(new Error('y', { cause: new Error('z', { cause: lost }) }))).toBe('unavailable');
    expect(classifyDatabaseError(Object.assign(new AggregateError([lost]), { code: 'ECONNREFUSED' }))).toBe(
      'unavailable',
    );
    expect(classifyDatabaseError(Object.assign(new Error('x'), { code: '53300' }))).toBe('overloaded');
    expect(classifyDatabaseError(Object.assign(new Error('x'), { code: '22003' }))).toBe('badInput');
  });

  it('classifyDatabaseError does not classify bugs and constraint violations', () => {
    for (const code of ['23505', '42601', '22012', 'ENOENT', '0800', 8006]) {
      expect(classifyDatabaseError(Object.assign(new Error('x'), { code }))).toBeUndefined();
    }
    for (const thrown of [undefined, null, 'ECONNRESET', { code: '57P01' }, new Error('timeout')]) {
      expect(classifyDatabaseError(thrown)).toBeUndefined();
    }
  });

  it('classifyDatabaseError terminates for an error that is its own cause', () => {
    const error = new Error('x');
    error.cause = error;
    expect(classifyDatabaseError(error)).toBeUndefined();
  });
});

describe('an error of the installed driver', () => {
  async function listen(onSocket: (socket: Socket) => void) {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => {});
      onSocket(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { port, close: () => [server.close(), ...sockets.map((socket) => socket.destroy())] };
  }

  function poolOn(port: number) {
    return new pg.Pool({
      host: '127.0.0.1',
      port,
      user: 'u',
      password: 'p',
      database: 'd',
      max: 1,
      connectionTimeoutMillis: 150,
    });
  }

  const thrownBy = (act: Promise<unknown>) =>
    act.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('an error of the installed driver is overloaded for an exhausted pool and unavailable for a silent server', async () => {
    const silent = await listen((socket) => socket.resume());
    const pool = poolOn(silent.port);
    const [first, second] = await Promise.all([thrownBy(pool.connect()), thrownBy(pool.connect())]);
    expect(classifyDatabaseError(first)).toBe('unavailable');
    expect(classifyDatabaseError(second)).toBe('overloaded');
    await pool.end();
    expect(classifyDatabaseError(await thrownBy(pool.connect()))).toBe('unavailable');
    silent.close();
  });

  it('an error of the installed driver is unavailable for a closed or missing server', async () => {
    const rude = await listen((socket) => socket.end());
    expect(classifyDatabaseError(await thrownBy(poolOn(rude.port).connect()))).toBe('unavailable');
    rude.close();
    expect(classifyDatabaseError(await thrownBy(poolOn(rude.port).connect()))).toBe('unavailable');
  });
});
