import assert from 'node:assert/strict';
import { it } from 'node:test';
import { campaignWord } from './campaigns.ts';

it('what links of campaigns say most has words, and what a campaign calls itself stays', () => {
  assert.equal(campaignWord('telegram', 'uz'), 'Telegram');
  assert.equal(campaignWord('CPC', 'ru'), 'платные клики');
  assert.equal(campaignWord('navruz-2026', 'en'), 'navruz-2026');
});
