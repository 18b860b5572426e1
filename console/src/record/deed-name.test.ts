import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deedName } from './deed-name.ts';

it('an entry of a move says where it led, in the words of its button', () => {
  const moved = (changes: unknown, language: 'en' | 'ru' | 'uz' = 'en') =>
    deedName({ action: 'setReleaseLifecycle', changes }, { language });
  assert.equal(moved({ lifecycle: { from: 'ROLLING_OUT', to: 'PAUSED' } }), 'Paused a rollout');
  assert.equal(moved({ lifecycle: { from: 'PAUSED', to: 'ROLLING_OUT' } }), 'Resumed a rollout');
  assert.equal(moved({ lifecycle: { from: 'READY', to: 'ROLLING_OUT' } }, 'ru'), 'Начата раскатка');
  assert.equal(moved({ rolloutPercentage: { from: 10, to: 50 } }), 'Changed the percentage of a release');
  assert.equal(
    deedName({ action: 'setAdminStatus', changes: { status: { from: 'ACTIVE', to: 'DISABLED' } } }, { language: 'uz' }),
    'Kirish yopildi',
  );
});

it('an entry without what changed, or of another action, has the name of its action', () => {
  assert.equal(
    deedName({ action: 'setReleaseLifecycle', changes: null }, { language: 'en' }),
    'Changed a release’s status',
  );
  assert.equal(
    deedName({ action: 'setDeviceStatus', changes: { status: { from: 'NEW', to: 'READY' } } }, { language: 'en' }),
    'Changed a device’s status',
  );
  assert.equal(deedName({ action: 'provisionBatch' }, { language: 'ru' }), 'Созданы устройства партии');
});
