import { purgePreorderViews } from '../../src/domain/preorders/index.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { order, place, setTerms } from './support.ts';

const CONFIG = '/v1/public/preorder-config';
const VIEW = '/v1/public/preorder-events/view';
const ZONE = 'Asia/Tashkent';

let app: TestApp;
let owner: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  owner = await app.as('SUPER_ADMIN');
});
afterAll(() => app.stop());

describe('getPreorderConfig: the preorder configuration of the public site', () => {
  it('the preorder configuration of the public site is closed by default', async () => {
    const { status, body } = await app.rest('GET', CONFIG);
    expect([status, body.enabled, body.soldOut, body.remaining]).toEqual([200, false, false, null]);
  });

  it('the preorder configuration of the public site contains everything a customer needs, and not the number of sold devices', async () => {
    await setTerms(owner, { contactPhone: '+998712000000', supportTelegram: 'https://t.me/karvon' });
    const { body } = await app.rest('GET', CONFIG);
    expect(body).toEqual({
      enabled: true,
      soldOut: false,
      productName: 'Karvon Lamp',
      currency: 'UZS',
      fullPrice: 1_200_000,
      depositAmount: 200_000,
      expectedDelivery: { uz: 'Mart oyida', en: 'In March', ru: 'В марте' },
      colors: ['BLACK', 'WHITE', 'LAVENDER'],
      paymentMethods: ['DEPOSIT', 'FULL'],
      maxQuantityPerOrder: 20,
      remaining: null,
      contactPhone: '+998712000000',
      supportTelegram: 'https://t.me/karvon',
    });
  });

  it('the preorder configuration of the public site contains the remaining capacity, down to zero', async () => {
    await setTerms(owner, { preorderCapacity: 5 });
    await place(app, order({ quantity: 3 }));
    const shown = async () => {
      const { body } = await app.rest('GET', CONFIG);
      return [body.remaining, body.soldOut];
    };
    expect(await shown()).toEqual([2, false]);
    await place(app, order({ quantity: 2 }));
    expect(await shown()).toEqual([0, true]);
    // Lowered below what is promised already.
    await setTerms(owner, { preorderCapacity: 1 });
    expect(await shown()).toEqual([0, true]);
    await setTerms(owner);
    expect(await shown()).toEqual([null, false]);
  });
});

describe('recordPreorderView: a visit of the preorder page', () => {
  let visitors = 0;
  const session = () => {
    visitors += 1;
    return `session-${process.pid}-${visitors}`.padEnd(16, '_');
  };
  const visit = (body: Json) => app.rest('POST', VIEW, { locale: 'uz', ...body });
  const stored = () => app.sql('select * from preorder_view_event order by created_at, utm_source');
  beforeEach(async () => {
    await app.sql('delete from preorder_view_event');
    await app.sql('delete from preorder_view_day');
  });

  it('a visit of the preorder page counts once per day and session, for its first campaign, and always gets the same response', async () => {
    const anonymousSessionId = session();
    const replies = [
      await visit({ anonymousSessionId, utmSource: 'instagram', locale: 'ru' }),
      await visit({ anonymousSessionId, utmSource: 'telegram' }),
      await visit({ anonymousSessionId: session(), utmSource: 'telegram' }),
    ];
    expect(replies.map(({ status, body }) => [status, body])).toEqual(replies.map(() => [201, { recorded: true }]));
    const rows = await stored();
    expect(rows.map(({ utm_source, locale }) => [utm_source, locale]).sort()).toEqual([
      ['instagram', 'ru'],
      ['telegram', 'uz'],
    ]);
    expect(rows.map(({ session_hash }) => session_hash.toString())).not.toContain(anonymousSessionId);
    expect(await app.sql(`select 1 from audit_entry where action = 'recordPreorderView'`)).toEqual([]);
  });

  it('a visit of the preorder page counts again on the next business day', async () => {
    const anonymousSessionId = session();
    for (const moment of ['2026-11-21T18:59:59.999Z', '2026-11-21T19:00:00.000Z', '2026-11-21T23:30:00.000Z']) {
      app.clock.set(new Date(moment));
      await visit({ anonymousSessionId });
    }
    const days = await app.sql('select day::text from preorder_view_event order by day');
    expect(days.map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-22']);
  });

  it.each([
    ['anonymousSessionId', 'fifteen-letters'],
    ['anonymousSessionId', 'x'.repeat(97)],
    ['anonymousSessionId', 'with spaces in it and more'],
    ['locale', 'de'],
    ['utmSource', 'x'.repeat(121)],
    ['utmTerm', ''],
    ['referrer', 'no uri'],
    ['page', '/'],
  ])('a visit of the preorder page rejects %s = %p', async (field, value) => {
    const reply = await visit({ anonymousSessionId: session(), [field]: value });
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error.message).toContain(field);
  });

  it('a visit of the preorder page is folded into the daily count after ninety days', async () => {
    const noon = (day: string) => new Date(`${day}T07:00:00.000Z`);
    for (const [day, utmSource, locale, times] of [
      ['2026-08-21', 'instagram', 'uz', 2],
      ['2026-08-21', undefined, 'uz', 1],
      ['2026-08-21', 'instagram', 'ru', 1],
      ['2026-08-22', 'instagram', 'uz', 1],
      ['2026-08-23', 'instagram', 'uz', 1],
    ] as const) {
      app.clock.set(noon(day));
      for (let time = 0; time < times; time += 1) await visit({ anonymousSessionId: session(), utmSource, locale });
    }
    const counts = () =>
      app.sql('select day::text, utm_source, locale, sessions from preorder_view_day order by 1, 2, 3');
    expect(await purgePreorderViews(app.runtime.em(), noon('2026-11-20'), ZONE)).toBe(3);
    const first = await counts();
    expect(first).toEqual([
      { day: '2026-08-21', utm_source: '', locale: 'uz', sessions: 1 },
      { day: '2026-08-21', utm_source: 'instagram', locale: 'ru', sessions: 1 },
      { day: '2026-08-21', utm_source: 'instagram', locale: 'uz', sessions: 2 },
    ]);
    expect(await stored()).toHaveLength(2);
    // Again: nothing is counted twice, and a late row is added to its day.
    expect(await purgePreorderViews(app.runtime.em(), noon('2026-11-20'), ZONE)).toBe(0);
    expect(await counts()).toEqual(first);
    app.clock.set(noon('2026-08-21'));
    await visit({ anonymousSessionId: session(), utmSource: 'instagram' });
    await purgePreorderViews(app.runtime.em(), noon('2026-11-20'), ZONE);
    expect((await counts())[2]?.sessions).toBe(3);
  });
});
