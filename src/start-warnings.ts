import type { EntityManager } from '@mikro-orm/postgresql';
import type { Config } from './config.ts';
import { FIRST_ENTERED_TIME } from './domain/formats/entered-time.ts';
import { type FirstAdmin, RESET_COMMAND } from './domain/team/index.ts';
import { countSharedPhones } from './persistence/customers/customer-repository.ts';
import { findSalesBefore } from './persistence/sales/sales-before.ts';
import { findUnknownCurrencies } from './persistence/sales/unknown-currencies.ts';

type Warn = (message: string, detail?: object) => void;

/** Warns the operator of settings that a running service does not use as they are written. */
export function warnOfSettings(config: Config, firstAdmin: FirstAdmin | undefined, warn: Warn): void {
  const { publicUrl, replacedTimeZone, businessTimeZone } = config;
  if (!firstAdmin?.created && config.firstAdmin.isSet) {
    warn(
      `ADMIN_EMAIL and ADMIN_PASSWORD are ignored: they only create the first admin, and this database already has admins. To reset a password: ${RESET_COMMAND}`,
    );
  }
  if (config.publicUrlIsLocal) {
    warn(
      `PUBLIC_URL is ${publicUrl.origin}, which no other machine can reach: labels and provisioning envelopes are refused until it is a public address`,
    );
  }
  if (replacedTimeZone) {
    warn(
      `BUSINESS_TIME_ZONE is ${replacedTimeZone}, which does not mean the same everywhere: the service uses ${businessTimeZone} instead. Set BUSINESS_TIME_ZONE=${businessTimeZone}, or the time zone of the place that you mean`,
    );
  }
  if (!config.mutationsAuthorized) warn('all writes are disabled. Set MUTATIONS_AUTHORIZED=true to enable them');
}

/** Warns the operator of stored records from before a rule that they break, which only a person can correct. */
export async function warnOfStoredRecords(em: EntityManager, warn: Warn): Promise<void> {
  const sharing = await countSharedPhones(em);
  if (sharing > 0) {
    warn(
      `${sharing} customers have the phone number of an older one, from before numbers were compared by their digits: customers(filter: { sharesPhone: { eq: true } }) lists them`,
    );
  }
  const unknown = await findUnknownCurrencies(em.fork());
  if (unknown) {
    warn(
      'some currencies are not three Latin letters, so that no total of a currency has them: correct these sales with correctSale (docs/api/sales.md), and the default currency in the business settings',
      unknown,
    );
  }
  const early = await findSalesBefore(em.fork(), FIRST_ENTERED_TIME);
  if (early) {
    warn(
      `${early.sales} sales have a time before the year ${FIRST_ENTERED_TIME.getUTCFullYear()}, so that no report has them: correct it with correctSale (docs/api/sales.md)`,
      early,
    );
  }
}
