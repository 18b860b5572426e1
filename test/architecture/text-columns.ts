/**
 * Every column in which a text can be, by table: what becomes of it when a person is anonymized, or why nobody's identity is in it.
 * `text-columns.test.ts` compares it with the database, so that no column that is added later is forgotten.
 */

/** How a text of a person goes (ADR 42). */
type Erasure = {
  /** People write it, and in the rows of others what names the person is replaced: test/customers/mentions.test.ts tries each. */
  readonly isSearched?: true;
} /** `erase_texts` sets it to null or a constant in the rows of the person, because `erasure_keeps` does not list it. */ & (
  | { readonly erased: true }
  /** `erase_customer` treats it in a statement of its own. */
  | { readonly erasedBy: string }
  /** It stays, in rows of a person too. */
  | { readonly stays: string }
);

const erased: Erasure = { erased: true };
const erasedBy = (how: string): Erasure => ({ erasedBy: how });
const stays = (why: string): Erasure => ({ stays: why });
const searched = (erasure: Erasure): Erasure => ({ ...erasure, isSearched: true });

const WORD = stays('one of a few words that the database checks');
const CURRENCY = stays('three letters');
const NUMBER = stays('the service draws it; without the person it names a record');
const HASH = stays('a hash of random bytes');
const DEVICE = stays('a device reports it, or a team says it of devices: it is no person’s');
const STAFF = stays('of the team, not of customers');
const SETTING = stays('a setting of the business');
const MENTION = searched(erasedBy('what names the person in it is replaced'));

export const TEXT_COLUMNS: Readonly<Record<string, Readonly<Record<string, Erasure>>>> = {
  customer: {
    full_name: erasedBy('it becomes `Anonymized customer`'),
    email: erased,
    phone: erased,
    phone_canonical: erased,
    company: erased,
    country: erased,
    city: erased,
    region: erased,
    telegram_username: erased,
    preferred_language: WORD,
    notes: searched(erased),
    source: erasedBy('a campaign goes; the service’s own words stay'),
  },
  customer_note: { content: searched(erasedBy('notes are deleted')) },
  preorder: {
    number: NUMBER,
    key_hash: HASH,
    fingerprint: erased,
    status: WORD,
    full_name: erased,
    phone: erased,
    region: erased,
    city: erased,
    email: erased,
    telegram_username: erased,
    note: searched(erased),
    product_color: WORD,
    payment_method: WORD,
    locale: WORD,
    utm_source: erased,
    utm_medium: erased,
    utm_campaign: erased,
    utm_content: erased,
    utm_term: erased,
    referrer: erased,
    product_name: SETTING,
    currency: CURRENCY,
  },
  preorder_event: { from_status: WORD, to_status: WORD, note: searched(erased) },
  sale: {
    number: NUMBER,
    currency: CURRENCY,
    payment_status: WORD,
    status: WORD,
    sales_channel: WORD,
    notes: searched(erased),
    cancel_reason: searched(erased),
  },
  refund: { reason: searched(erased), device_disposition: WORD },
  device_event: {
    cause: stays('the name of an operation'),
    from_status: WORD,
    to_status: WORD,
    reason: searched(erasedBy('while the person owned the device')),
    actor_id: stays('an id'),
  },
  pairing: {
    app_installation_id: erased,
    public_key: erased,
    device_name: searched(erased),
    app_version: stays('a version of the app'),
    revoked_reason: stays('the name of an operation'),
    key_thumbprint: erased,
    issuer: erased,
    previous_issuer: erased,
  },
  pairing_challenge: {
    subject: HASH,
    app_installation_id: erasedBy('the challenges of the person’s apps are deleted'),
    nonce: stays('random bytes of a few minutes'),
  },
  idempotency_key: {
    key_hash: HASH,
    fingerprint: erasedBy('where the reply holds the person'),
    reply: searched(erasedBy('where it holds the person')),
  },
  audit_entry: {
    actor_type: WORD,
    actor_id: stays('an id'),
    actor_label: erasedBy('that of the person’s apps; those of admins stay'),
    action: stays('the name of an operation'),
    target_kind: stays('the name of a record'),
    target_id: stays('an id'),
    changes: searched(erasedBy('all texts in entries about the person')),
    detail: searched(erasedBy('all texts in entries about the person')),
    reason: searched(erasedBy('in entries about the person')),
    request_id: erasedBy('those of the person’s own requests'),
    ip: erasedBy('those of the person’s own requests'),
    transport: WORD,
    service_account_name: STAFF,
  },
  saved_question: { name: MENTION, description: MENTION, data_set: WORD, query: MENTION },
  saved_question_revision: { name: MENTION, query: MENTION },
  saved_view: { name: MENTION, list: WORD, query: MENTION, columns: stays('names of fields') },
  admin_preferences: { language: WORD, theme: WORD, density: WORD, time_zone: STAFF, default_views: stays('ids') },
  inventory_batch: {
    code: DEVICE,
    model: DEVICE,
    hardware_revision: DEVICE,
    notes: MENTION,
    source: MENTION,
    status: WORD,
  },
  backup_run: {
    file: stays('where an operator keeps backups'),
    error: stays('a sentence of the service about a file, a table or a server'),
  },
  tally: { subject: stays('the name of a count'), key: erasedBy('words of nobody else any more go with the count') },
  tally_change: { subject: stays('the name of a count'), key: erasedBy('changes are folded into the counts') },

  preorder_view_event: {
    session_hash: stays('a hash of a random id of a visit, which no order names'),
    locale: WORD,
    utm_source: stays('of a visit that nothing links to a person; deleted after 90 days'),
    utm_medium: stays('of a visit that nothing links to a person; deleted after 90 days'),
    utm_campaign: stays('of a visit that nothing links to a person; deleted after 90 days'),
    utm_content: stays('of a visit that nothing links to a person; deleted after 90 days'),
    utm_term: stays('of a visit that nothing links to a person; deleted after 90 days'),
    referrer: stays('of a visit that nothing links to a person; deleted after 90 days'),
  },
  preorder_view_day: { utm_source: stays('counts of visits, which nothing links to a person'), locale: WORD },
  rate_limit: { key: stays('an address and a count of a minute, which nothing links to a person') },

  admin: {
    name: STAFF,
    email: STAFF,
    role: WORD,
    status: WORD,
    password_hash: STAFF,
    initial_password: STAFF,
  },
  admin_session: { token_hash: HASH, ip: STAFF, user_agent: STAFF },
  sign_in_network: { network: STAFF },
  service_account: { name: STAFF, role: WORD, token_hash: HASH },
  system_settings: { default_firmware_channel: WORD },
  business_settings: { company_name: SETTING, default_currency: CURRENCY, order_number_prefix: SETTING },
  preorder_settings: {
    product_name: SETTING,
    currency: CURRENCY,
    expected_delivery_text_uz: SETTING,
    expected_delivery_text_en: SETTING,
    expected_delivery_text_ru: SETTING,
    contact_phone: SETTING,
    support_telegram: SETTING,
  },
  order_counter: { prefix: SETTING },

  device: {
    serial: NUMBER,
    model: DEVICE,
    hardware_revision: DEVICE,
    status: WORD,
    previous_status: WORD,
    firmware_channel: WORD,
    revoked_credentials: stays('ids'),
  },
  device_secret: { state: WORD, sealed: stays('a sealed secret') },
  claim_code: { code_hash: HASH, sealed: stays('a sealed code'), last_four: stays('of a random code'), status: WORD },
  provisioning_envelope: { recipient_fingerprint: HASH, issuers: HASH },
  device_presence: {
    firmware_version: DEVICE,
    hardware_revision: DEVICE,
    device_hardware_revision: DEVICE,
    ota_slot: WORD,
    app_version: DEVICE,
    status: DEVICE,
  },
  heartbeat: {
    firmware_version: DEVICE,
    hardware_revision: DEVICE,
    ota_slot: DEVICE,
    app_version: DEVICE,
    status: DEVICE,
  },
  device_day: { status: WORD, firmware_version: DEVICE },
  fleet_day: { time_zone: SETTING },
  fleet_day_group: { model: DEVICE, hardware_revision: DEVICE, status: WORD, firmware_version: DEVICE },
  late_heartbeat: {},

  release: {
    source: WORD,
    product: DEVICE,
    model: DEVICE,
    version: DEVICE,
    hardware_revision: DEVICE,
    channel: WORD,
    lifecycle: WORD,
    release_notes: MENTION,
    min_from_version: DEVICE,
    min_app_version: DEVICE,
    firmware_sha256: HASH,
    package_sha256: HASH,
    manifest: DEVICE,
    signatures: DEVICE,
    signed_by: DEVICE,
    pause_reason: stays('a word of the service'),
    paused_by: stays('an id'),
  },
  release_event: { from_lifecycle: WORD, to_lifecycle: WORD, reason: stays('a word of the service') },
  release_counter: { status: WORD, verification: WORD },
  installation: {
    status: WORD,
    closed_reason: WORD,
    failure_source: WORD,
    failure_code: DEVICE,
    failure_reason: MENTION,
    from_version: DEVICE,
    verification: WORD,
    evidence: WORD,
  },
  installation_event: {
    source: WORD,
    proof_hash: HASH,
    reported_status: WORD,
    from_status: WORD,
    to_status: WORD,
    outcome: WORD,
    failure_reason: MENTION,
  },
  offer_decision: { reason: WORD, current_firmware: DEVICE, app_version: DEVICE, channel: WORD },
  maintenance_grant: { mac: DEVICE, purpose: WORD, state: WORD },
  sale_hour: { part: WORD, currency: CURRENCY, value: DEVICE },
  sale_hour_change: { currency: CURRENCY, sales_channel: WORD, payment_status: WORD, model: DEVICE },
  sale_buyers: { part: WORD, currency: CURRENCY },
  sale_buyers_zone: { zone: SETTING, rules: stays('a hash of offsets') },
  sale_buyer_change: { currency: CURRENCY },
  customer_purchases: { currency: CURRENCY },
  migration: { name: stays('the names of migrations') },
};
