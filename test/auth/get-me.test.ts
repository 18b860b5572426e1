import { type RunningApp, sharedTestApp } from '../support/app.ts';

const ME = '/v1/admin/auth/me';

let app: RunningApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

describe('getMe: the signed-in admin', () => {
  it('the signed-in admin is returned with the session of the request, and nobody else', async () => {
    const { admin, rest } = await app.as('VIEWER', { name: 'Aziza Karimova' });
    await app.as('VIEWER');
    const now = app.clock.now().getTime();
    const { status, body } = await rest('GET', ME);
    expect([status, body]).toEqual([
      200,
      {
        admin: { ...admin, mustChangePassword: false },
        session: {
          id: expect.any(String),
          ip: '127.0.0.1',
          userAgent: 'test',
          current: true,
          createdAt: new Date(now).toISOString(),
          expiresAt: new Date(now + 12 * 3_600_000).toISOString(),
        },
      },
    ]);
    const sessions = await app.sql('select id from admin_session where admin_id = $1', [admin.id]);
    expect(sessions).toEqual([{ id: body.session.id }]);
  });

  it('the signed-in admin returns the permissions and the rate-limit status over GraphQL', async () => {
    const support = await app.as('SUPPORT');
    const { body } = await support.gql(
      '{ viewer { admin { id email } role permissions session { current expiresAt } rateLimit { limit remaining } } sessions { id current } }',
    );
    expect(body.data.viewer).toMatchObject({
      admin: { id: support.admin.id, email: support.admin.email },
      role: 'SUPPORT',
      session: { current: true },
      rateLimit: { limit: 120, remaining: 119 },
    });
    expect(body.data.viewer.permissions).toEqual(expect.arrayContaining(['setDeviceStatus', 'listAuditEntries']));
    expect(body.data.viewer.permissions).not.toContain('createAdmin');
    expect(body.data.sessions).toHaveLength(1);
  });

  it.each<Record<string, string>>([{}, { cookie: `karvon_admin_session=${'A'.repeat(43)}` }])(
    'the signed-in admin needs a session: %j is none',
    async (headers) => {
      const replies = [
        await app.rest('GET', ME, undefined, headers),
        await app.gql('{ viewer { role } }', {}, headers),
      ];
      for (const { status, body } of replies) expect([status, body.error.code]).toEqual([401, 'ADMIN_AUTH_REQUIRED']);
    },
  );
});
