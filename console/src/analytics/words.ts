import type { DataSet } from '../api/generated/enums.ts';
import { attributeWords, dataSetWords, edgeWords, metricWords, numberWords } from '../text/analytics-words.ts';
import { campaignWord } from '../text/campaigns.ts';
import { type EnumName, wordOf } from '../text/enums.ts';
import type { Text, TextKey } from '../text/index.tsx';
import { say, type Triple } from '../text/triple.ts';
import { countryName } from '../ui/country.ts';
import '../text/analytics.ts';
import '../text/audit-actions.ts';
import '../text/customers.ts';
import '../text/firmware-words.ts';
import '../text/list.ts';
import '../text/sales.ts';
import '../text/staff-enums.ts';

type Words = Readonly<Record<string, Triple>>;
const [attributes, edges, metrics, numbers]: readonly Words[] = [attributeWords, edgeWords, metricWords, numberWords];

export const dataSetName = (set: DataSet, { language }: Text) => say(dataSetWords[set], language);

export function metricName(key: string, { language }: Text): string | undefined {
  const word = metrics?.[key];
  return word && say(word, language);
}

/** `Customer: city`; undefined for a dimension of the question's own. */
export function dimensionName(key: string, { language }: Text): string | undefined {
  const own = attributes?.[key];
  if (own) return say(own, language);
  const edge = Object.keys(edges ?? {}).find((name) => key.startsWith(`${name}_`));
  const [of, what] = edge ? [edges?.[edge], attributes?.[key.slice(edge.length + 1)]] : [];
  return of && what && `${say(of, language)}: ${inSentence(say(what, language))}`;
}

/** A name after a colon: `Wi-Fi` and `°C` keep their letters. */
const inSentence = (name: string) =>
  /^\p{Lu}\p{Ll}+(?=[\s,]|$)/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

/** `Value of a sale`, `Device: temperature, °C`: what each record has as a number. */
export function numberName(key: string, { language }: Text): string | undefined {
  const own = numbers?.[key];
  if (own) return say(own, language);
  const edge = Object.keys(edges ?? {}).find((name) => key.startsWith(`${name}_`));
  const [of, what] = edge ? [edges?.[edge], numbers?.[key.slice(edge.length + 1)]] : [];
  return of && what && `${say(of, language)}: ${inSentence(say(what, language))}`;
}

/** The enumeration of a dimension's values, by its name without the edge; a status is that of its own record. */
const ENUMS: Readonly<Record<string, EnumName>> = {
  SALES_CHANNEL: 'SalesChannel',
  PAYMENT_STATUS: 'PaymentStatus',
  PAYMENT_METHOD: 'PaymentMethod',
  PRODUCT_COLOR: 'ProductColor',
  PREFERRED_LANGUAGE: 'Locale',
  LOCALE: 'Locale',
  FIRMWARE_CHANNEL: 'FirmwareChannel',
  FAILURE_CODE: 'FailureCode',
  FAILURE_SOURCE: 'FailureSource',
  CLOSED_REASON: 'ClosedReason',
  VERIFICATION: 'Verification',
  ACTION: 'AuditAction',
  ACTOR_TYPE: 'ActorType',
  TARGET_KIND: 'TargetKind',
  TRANSPORT: 'Transport',
  DISPOSITION: 'DeviceStatus',
  // The operation that did it; what a device or an app did itself has words of its own.
  CAUSE: 'AuditAction',
  REVOKED_REASON: 'AuditAction',
};

/** Values that the service writes where others have their own: the source of a customer may be a campaign. */
const OWN_VALUES: Readonly<Record<string, Readonly<Partial<Record<string, TextKey>>>>> = {
  SOURCE: {
    admin: 'customer.source.admin',
    sale: 'customer.source.sale',
    transfer: 'customer.source.transfer',
    preorder: 'customer.source.preorder',
  },
  CAUSE: { heartbeat: 'ask.heartbeat', secretProved: 'ask.secretProved', backfill: 'ask.backfill' },
  REVOKED_REASON: {
    heartbeat: 'ask.heartbeat',
    secretProved: 'ask.secretProved',
    credentialReuse: 'ask.credentialReuse',
  },
};
const STATUS_OF: Readonly<Record<string, EnumName>> = {
  SALES: 'SaleStatus',
  SALE: 'SaleStatus',
  ACTIVE_SALE: 'SaleStatus',
  PREORDERS: 'PreorderStatus',
  PREORDER: 'PreorderStatus',
  PREORDER_EVENTS: 'PreorderStatus',
  DEVICES: 'DeviceStatus',
  DEVICE: 'DeviceStatus',
  DEVICE_EVENTS: 'DeviceStatus',
  FLEET_DAYS: 'DeviceStatus',
  INSTALLATIONS: 'InstallationStatus',
  CLAIM_CODES: 'ClaimCodeStatus',
};

const CAMPAIGN = /^(UTM_)?SOURCE$|^UTM_MEDIUM$/;

/** The value of a dimension as a person reads it. @param label what the service calls it */
export function valueName(set: DataSet, key: string, value: string | null, label: string | null, text: Text): string {
  if (value === 'true' || value === 'false') return text.t(value === 'true' ? 'filter.yes' : 'filter.no');
  const edge = Object.keys(edges ?? {}).find((name) => key.startsWith(`${name}_`));
  const plain = edge ? key.slice(edge.length + 1) : key;
  // A refund that says nothing of the device leaves it with the customer.
  if (value === null) return text.t(plain === 'DISPOSITION' ? 'sale.disposition.STAYS' : 'ask.none');
  const own = OWN_VALUES[plain]?.[value];
  if (own) return text.t(own);
  if (plain === 'COUNTRY') return countryName(value, text.language);
  if (CAMPAIGN.test(plain)) return campaignWord(value, text.language);
  const name = /(^|FROM_|TO_)STATUS$/.test(plain) ? STATUS_OF[edge ?? set] : ENUMS[plain];
  return name ? wordOf(text, name, value) : (label ?? value);
}
