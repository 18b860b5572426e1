import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { LOCALES } from '../../model/enums.ts';
import { RecordedViewRecord } from '../../model/records/preorder.ts';
import { insertViewEvent } from '../../persistence/preorders/view-event-repository.ts';
import { dateIn } from '../formats/business-time.ts';
import { everyone } from '../kernel/access.ts';
import { described, fields, oneOf } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { campaignFields, campaignOf } from './preorder-input.ts';

/** Domain separation: other uses of the pepper derive other keys. */
const KEY_PURPOSE = 'preorder-view/v1';

export const recordPreorderView = operation({
  name: 'recordPreorderView',
  summary:
    'Records a visit of the preorder page; a session counts once a business day, with the campaign of its first visit.',
  access: everyone(),
  limit: 20,
  effect: 'write',
  transaction: 'own',
  answers: RecordedViewRecord,
  input: fields({
    anonymousSessionId: described(
      Type.String({ pattern: '^[A-Za-z0-9_-]{16,96}$' }),
      'An id that the page made up for the visit; only a hash of it is stored.',
    ),
    locale: described(oneOf('Locale', LOCALES), 'The language of the page.'),
    ...campaignFields,
  }),
  async handle({ em, now, keys, settings }, { anonymousSessionId, locale, ...campaign }) {
    await insertViewEvent(em, {
      ...campaignOf(campaign),
      sessionHashes: keys.claimCodePeppers.map((pepper) => sessionHash(pepper, anonymousSessionId)),
      day: dateIn(now, settings.businessTimeZone),
      locale,
      at: now,
    });
    // The same response for a new and for a repeated visit: it does not reveal who has visited.
    return { recorded: true };
  },
});

/** Pseudonymizes a session, so that repeated visits can be matched: HMAC-SHA256 under a key of this deployment. */
function sessionHash(pepper: Buffer, sessionId: string): Buffer {
  const key = createHmac('sha256', pepper).update(KEY_PURPOSE).digest();
  return createHmac('sha256', key).update(sessionId).digest();
}
