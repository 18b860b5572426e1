import { startTestApp, type TestApp } from '../support/app.ts';

const PATH = '/v1/devices/pair/issuer-keys';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ limits: 'real' });
});
afterAll(() => app.stop());

describe('getIssuerKeys: the issuer keys', () => {
  it('the issuer keys are the public keys of the envelopes, cacheable for an hour', async () => {
    const reply = await app.rest('GET', PATH);
    expect([reply.status, reply.body]).toEqual([200, app.runtime.keys.pairingIssuerJwks]);
    expect(Object.keys(reply.body.keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    expect(reply.headers['cache-control']).toBe('public, max-age=3600');
    expect(reply.headers['ratelimit-policy']).toBe('"default";q=120;w=60');
  });

  it('the issuer keys are answered to GET and HEAD; other methods are 405', async () => {
    const head = await app.rest('HEAD', PATH);
    expect([head.status, head.headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
    expect((await app.rest('POST', PATH)).status).toBe(405);
  });

  it.each(['v=1', 'v=1&v=2', '%ff'])('ignore the parameters %s', async (query) => {
    expect((await app.rest('GET', `${PATH}?${query}`)).body).toEqual(app.runtime.keys.pairingIssuerJwks);
  });
});
