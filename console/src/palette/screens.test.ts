import assert from 'node:assert/strict';
import { it } from 'node:test';
import { roles } from '../api/generated/roles.ts';
import { MAKING, neededBy, SCREENS } from './screens.ts';

it('each screen names an operation whose roles are known, so that a closed screen says who may', () => {
  const pages = [...SCREENS, ...MAKING, { to: '/releases/image' }].map(({ to }) => neededBy(to));
  assert.deepEqual(
    pages.filter((needed) => !needed || !roles[needed]?.length),
    [],
  );
});
