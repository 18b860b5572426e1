import { FIRST_QUERY, firstQueryOf } from '../../src/graphql/page/first-query.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeRelease } from '../support/factories/release.ts';
import { makeSale } from '../support/factories/sale.ts';

let app: TestApp;

beforeAll(async () => {
  app = await cleanTestApp();
});
afterAll(() => app.stop());

/** What GraphiQL opens with for a caller, and its answer. */
async function opened(who: Caller): Promise<{ readonly text: string; readonly data: Json }> {
  const { viewer } = (await who.gql('{ viewer { permissions } }')).body.data;
  const text = firstQueryOf(FIRST_QUERY, viewer.permissions);
  const { status, body } = await who.gql(text);
  expect([status, body.errors, body.extensions.hidden]).toEqual([200, undefined, undefined]);
  return { text, data: body.data };
}

describe('the first tab of GraphiQL', () => {
  it.each(ROLES)('the first tab answers %s on an empty service, with a list and a question', async (role) => {
    const { text, data } = await opened(await app.as(role));
    expect(data.viewer.role).toBe(role);
    expect(Object.values(data)).not.toContain(null);
    expect(Object.keys(data)).toHaveLength(4);
    const fields = Object.keys(data).slice(2);
    expect(fields).toEqual(
      role === 'FIRMWARE_MANAGER'
        ? ['releases', 'installationMetrics']
        : ['devices', role === 'OPERATIONS' ? 'deviceMetrics' : 'salesMetrics'],
    );
    // Each part is explained, in lines that its editor shows whole in a window of 1280 pixels.
    expect(text.match(/^ {2}# .*\n(?! {2}# )/gm)).toHaveLength(4);
    expect(text.split('\n').filter((line) => line.includes('#') && line.length > 46)).toEqual([]);
  });

  it.each(ROLES)('the first tab shows %s what there is', async (role) => {
    await makeRelease(app);
    await makeDevice(app);
    await makeSale(app);
    const { data } = await opened(await app.as(role));
    const list = data.devices ?? data.releases;
    expect(list.totalCount).toBeGreaterThan(0);
    const shown = Math.min(3, list.totalCount);
    expect(list.nodes).toHaveLength(shown);
    const [{ values }] = list.facets;
    expect(values.reduce((sum: number, { count }: Json) => sum + count, 0)).toBe(list.totalCount);
  });
});
