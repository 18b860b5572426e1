import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { getTerms, placed, setTerms, terms } from './support.ts';

let app: RunningApp;
let owner: Caller;
beforeAll(async () => {
  app = await sharedTestApp();
  owner = await app.as('SUPER_ADMIN');
});
afterAll(() => app.stop());

describe.each(Object.entries(getTerms))('getPreorderSettings: the preorder settings over %s', (_name, read) => {
  it('the preorder settings are returned with the reserved and the remaining quantity', async () => {
    await setTerms(owner);
    const { record: before } = await read(owner);
    expect(before).toMatchObject({ ...terms(), preorderCapacity: null, remaining: null });
    const preorderCapacity = before?.reserved + 3;
    await setTerms(owner, { preorderCapacity });
    expect((await read(owner)).record).toMatchObject({ preorderCapacity, reserved: before?.reserved, remaining: 3 });
    await placed(app, owner, { quantity: 3 });
    expect((await read(owner)).record).toMatchObject({ reserved: preorderCapacity, remaining: 0 });
  });

  it.each(ROLES)('the preorder settings are as specified for %s', async (role) => {
    const { status, code } = await read(await app.as(role));
    expect([status, code]).toEqual(role === 'FIRMWARE_MANAGER' ? [403, 'ROLE_FORBIDDEN'] : [200, undefined]);
  });
});
