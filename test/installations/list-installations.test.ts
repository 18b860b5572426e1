import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { makeRelease } from '../support/factories/release.ts';
import { contractRoles, dataOf, errorOf, pagesOf, rolesThatMay } from '../support/graphql-reads.ts';
import { idOf, insertManyRows } from '../support/many-rows.ts';
import { rowsReadBy, statementsOf } from '../support/statements.ts';

const STATUSES = ['SUCCESS', 'FAILED', 'DOWNLOADING', 'FAILED', 'SUCCESS'] as const;

let app: TestApp;
let manager: Caller;
const serials: string[] = [];
const devices: string[] = [];
const releases: string[] = [];

beforeAll(async () => {
  app = await cleanTestApp();
  manager = await app.as('FIRMWARE_MANAGER');
  const made = [await makeRelease(app), await makeRelease(app)];
  releases.push(...made.map(({ id }) => id));
  for (const [n, status] of STATUSES.entries()) {
    const device = await makeDevice(app);
    devices.push(device.id);
    serials.push(device.serial);
    const { id } = await makeInstallation(app, device, made[n % 2] as (typeof made)[0], { status });
    await app.sql('update installation set created_at = $1 where id = $2', [`2026-11-0${n + 1}T10:00:00Z`, id]);
  }
});
afterAll(() => app.stop());

const found = async (args: string) =>
  (await dataOf(manager, `{ installations${args} { nodes { serial } } }`)).installations.nodes
    .map(({ serial }: Json) => serials.indexOf(serial) + 1)
    .join('');

describe('listInstallations: the installations of all releases', () => {
  it('the installations of all releases are newest first, each with its release, in a bounded number of statements', async () => {
    const read = () =>
      dataOf(
        manager,
        '{ installations(first: 2) { totalCount nodes { status serial release { id } device { id } } } }',
      );
    expect((await read()).installations).toEqual({
      totalCount: 5,
      nodes: [
        { status: 'SUCCESS', serial: serials[4], release: { id: releases[0] }, device: null },
        { status: 'FAILED', serial: serials[3], release: { id: releases[1] }, device: null },
      ],
    });
    // The session, the page, the total and the releases.
    expect(await statementsOf(read)).toBeLessThanOrEqual(4);
  });

  it('the installations of all releases lead to their devices for roles that may read those', async () => {
    const { installations } = await dataOf(await app.as('VIEWER'), '{ installations { nodes { device { serial } } } }');
    expect(installations.nodes.map(({ device }: Json) => device.serial)).toEqual([...serials].reverse());
  });

  it.each([
    ['', '54321'],
    ['(first: 2)', '54'],
    ['(last: 2)', '21'],
    ['(last: 100)', '54321'],
    ['(filter: { status: { eq: FAILED } })', '42'],
    ['(filter: { status: { in: [FAILED, DOWNLOADING] }, createdAt: { gte: "2026-11-03" } })', '43'],
    ['(filter: { not: { status: { eq: FAILED } } }, sort: [{ field: CREATED_AT, direction: ASC }])', '135'],
  ])('installations%s are %s', async (args, expected) => {
    expect(await found(args)).toBe(expected);
  });

  it('an installation is found by a part of its serial or its version, in any case', async () => {
    expect(await found(`(search: "${serials[2]?.slice(-8).toLowerCase()}")`)).toBe('3');
    const [{ version }] = await app.sql('select version from release where id = $1', [releases[1]]);
    expect(await found(`(search: "${version}", filter: { status: { eq: FAILED } })`)).toBe('42');
    expect(await found('(search: "nothing like it")')).toBe('');
  });

  it('the installations of one release, or one device, are found by its id', async () => {
    expect(await found(`(filter: { releaseId: { eq: "${releases[1]}" } })`)).toBe('42');
    expect(await found(`(filter: { deviceId: { in: ["${devices[0]}", "${devices[2]}"] } })`)).toBe('31');
  });

  it('the installations of all releases are continued after a cursor, each once', async () => {
    const page =
      'query ($after: String) { installations(first: 2, after: $after) { nodes { serial } pageInfo { hasNextPage endCursor } } }';
    const pages = await pagesOf(manager, 'installations', page);
    expect(pages.map((nodes) => nodes.map(({ serial }) => serials.indexOf(serial) + 1).join(''))).toEqual([
      '54',
      '32',
      '1',
    ]);
  });

  it.each([
    ['(first: 0)', 'first'],
    ['(first: 101)', 'first'],
    ['(last: -1)', 'last'],
    ['(first: 1, last: 1)', 'last'],
    ['(after: "nonsense")', 'after'],
    ['(filter: { releaseId: { eq: "nonsense" } })', 'filter.releaseId.eq'],
  ])('the installations of all releases refuse installations%s with 400 naming %s', async (args, field) => {
    expect(await errorOf(manager, `{ installations${args} { nodes { id } } }`)).toEqual([
      400,
      'VALIDATION_FAILED',
      field,
    ]);
  });

  it('the installations of all releases are for the roles that may read a release', async () => {
    expect(await rolesThatMay(app, '{ installations { nodes { id } } }')).toEqual(contractRoles('getRelease'));
  });

  it('the installations of all releases are read by an index, as many as the page shows', async () => {
    await insertManyRows(app.sql, 600);
    const failed = 'status: { eq: FAILED }';
    const filters = [
      '',
      `, filter: { ${failed} }`,
      `, filter: { releaseId: { eq: "${await idOf(app.sql, 'release', 1)}" }, ${failed} }`,
      `, filter: { deviceId: { eq: "${await idOf(app.sql, 'device', 7)}" } }`,
    ];
    for (const args of filters) {
      const read = () => dataOf(manager, `{ installations(first: 20${args}) { nodes { status restarts } } }`);
      expect([args, await rowsReadBy(app.sql, read)]).toEqual([args, expect.any(Number)]);
      expect(await rowsReadBy(app.sql, read)).toBeLessThan(70);
    }
  });
});
