import { DeviceEvent } from '../../src/persistence/devices/device-event.entity.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { insertRow } from '../support/factories/insert.ts';
import { contractRoles, dataOf, errorOf, pagesOf, rolesThatMay } from '../support/graphql-reads.ts';
import { rowsReadBy, statementsOf } from '../support/statements.ts';

let app: TestApp;
let support: Caller;
const devices: { readonly id: string; readonly serial: string }[] = [];

beforeAll(async () => {
  app = await cleanTestApp();
  support = await app.as('SUPPORT');
  for (let n = 0; n < 2; n += 1) devices.push(await makeDevice(app));
  for (let n = 0; n < 5; n += 1) {
    await insertRow(app.sql, DeviceEvent, {
      deviceId: devices[n % 2]?.id ?? '',
      at: new Date(`2026-11-0${n + 1}T10:00:00Z`),
      cause: 'setDeviceStatus',
      toStatus: 'READY',
      actorId: support.admin.id,
    });
  }
});
afterAll(() => app.stop());

/** The last digit of the day of each. */
const daysOf = (nodes: Json[]) => nodes.map(({ at }) => at.slice(9, 10)).join('');

const days = async (args: string) =>
  daysOf((await dataOf(support, `{ deviceEvents${args} { nodes { at } } }`)).deviceEvents.nodes);

describe('listDeviceEvents: the changes of all devices', () => {
  it('the changes of all devices are newest first, each with its device, in a bounded number of statements', async () => {
    const read = () =>
      dataOf(
        support,
        '{ deviceEvents(first: 2) { totalCount nodes { at cause toStatus deviceId device { serial } } } }',
      );
    const { deviceEvents } = await read();
    const [one, two] = devices;
    expect(deviceEvents).toEqual({
      totalCount: 5,
      nodes: [
        {
          at: '2026-11-05T10:00:00.000Z',
          cause: 'setDeviceStatus',
          toStatus: 'READY',
          deviceId: one?.id,
          device: { serial: one?.serial },
        },
        {
          at: '2026-11-04T10:00:00.000Z',
          cause: 'setDeviceStatus',
          toStatus: 'READY',
          deviceId: two?.id,
          device: { serial: two?.serial },
        },
      ],
    });
    // The session, the page, the total and the devices.
    expect(await statementsOf(read)).toBeLessThanOrEqual(4);
  });

  it.each([
    ['', '54321'],
    ['(first: 2)', '54'],
    ['(last: 2)', '21'],
    ['(last: 100)', '54321'],
    ['(filter: { at: { gte: "2026-11-02", lt: "2026-11-04" } })', '32'],
    ['(sort: [{ field: AT, direction: ASC }])', '12345'],
  ])('deviceEvents%s are %s', async (args, expected) => {
    expect(await days(args)).toBe(expected);
  });

  it('the changes of one device are found by its id', async () => {
    expect(await days(`(filter: { deviceId: { eq: "${devices[1]?.id}" } })`)).toBe('42');
  });

  it('the changes of all devices are continued after a cursor, each once', async () => {
    const page =
      'query ($after: String) { deviceEvents(first: 2, after: $after) { nodes { at } pageInfo { hasNextPage endCursor } } }';
    const pages = await pagesOf(support, 'deviceEvents', page);
    expect(pages.map(daysOf)).toEqual(['54', '32', '1']);
  });

  it.each([
    ['(first: 0)', 'first'],
    ['(first: 101)', 'first'],
    ['(last: -1)', 'last'],
    ['(first: 1, last: 1)', 'last'],
    ['(after: "nonsense")', 'after'],
    ['(filter: { deviceId: { eq: "nonsense" } })', 'filter.deviceId.eq'],
  ])('the changes of all devices refuse deviceEvents%s with 400 naming %s', async (args, field) => {
    expect(await errorOf(support, `{ deviceEvents${args} { nodes { id } } }`)).toEqual([
      400,
      'VALIDATION_FAILED',
      field,
    ]);
  });

  it('the changes of all devices are for the roles that may read a device', async () => {
    expect(await rolesThatMay(app, '{ deviceEvents { nodes { id } } }')).toEqual(contractRoles('getDevice'));
  });

  it('the changes of all devices are not in the device of REST with their device', async () => {
    const { body } = await support.rest('GET', `/v1/admin/devices/${devices[0]?.id}`);
    expect(body.events).toHaveLength(3);
    for (const event of body.events) {
      expect(event).not.toHaveProperty('device');
      expect(event).not.toHaveProperty('deviceId');
    }
  });

  it('the changes of all devices are read by an index, as many as the page shows', async () => {
    await app.sql(
      `insert into device_event (id, device_id, at, cause, to_status)
       select gen_random_uuid(), $1, now() + n * interval '1 second', 'many', 'READY' from generate_series(1, 5000) n`,
      [devices[0]?.id],
    );
    await app.sql('analyze device_event');
    for (const args of ['', `, filter: { deviceId: { eq: "${devices[0]?.id}" } }`]) {
      const read = () => dataOf(support, `{ deviceEvents(first: 20${args}) { nodes { cause } } }`);
      expect(await rowsReadBy(app.sql, read)).toBeLessThan(40);
    }
  });
});
