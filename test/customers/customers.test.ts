import { CustomerNoteRecord, CustomerRecord } from '../../src/model/records/customer.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { wholeRecord } from '../support/whole-record.ts';
import { addNote, CUSTOMERS, codeOf, customer, gqlCodeOf, newEmail, newPhone, person, UNKNOWN } from './support.ts';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('SALES');
});
afterAll(() => app.stop());

const read = async (id: string) => (await admin.rest('GET', `${CUSTOMERS}/${id}`)).body;
const update = (id: string, body: unknown, headers = {}) => admin.rest('PATCH', `${CUSTOMERS}/${id}`, body, headers);
const entriesFor = (id: string) =>
  app.sql('select action, changes, detail, transport from audit_entry where target_id = $1 order by id', [id]);

const CREATE =
  'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id fullName email phone telegramUsername profileNotes source preferredLanguage revision } } }';
const UPDATE = `mutation ($id: ID!, $input: UpdateCustomerInput!, $expectedRevision: Int) {
  updateCustomer(id: $id, input: $input, expectedRevision: $expectedRevision) { customer {
    id fullName email phone company country city region telegramUsername preferredLanguage profileNotes revision } } }`;

const FULL = {
  fullName: 'Botir Rashidov',
  company: 'Chorsu Savdo',
  country: 'Uzbekistan',
  city: 'Tashkent',
  region: 'Chilonzor',
  telegramUsername: 'botir_r',
  preferredLanguage: 'uz',
  notes: 'Pays in cash',
};

describe('createCustomer: creating a customer', () => {
  it('creating a customer returns the normalized record and writes one audit entry', async () => {
    const body = { ...FULL, email: `  Botir.${newEmail()} `, phone: ' (90) 765-43-21 ', telegramUsername: '@botir_r' };
    const reply = await admin.rest('POST', CUSTOMERS, body);
    const now = app.clock.now().toISOString();
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual(
      wholeRecord(CustomerRecord, {
        ...FULL,
        id: expect.any(String),
        email: body.email.trim().toLowerCase(),
        phone: '(90) 765-43-21',
        source: 'admin',
        sharesPhone: false,
        revision: 1,
        createdAt: now,
        updatedAt: now,
      }),
    );
    const [stored] = await app.sql('select phone_canonical from customer where id = $1', [reply.body.id]);
    expect(stored.phone_canonical).toBe('+998907654321');
    expect(await entriesFor(reply.body.id)).toEqual([
      { action: 'createCustomer', changes: null, detail: null, transport: 'REST' },
    ]);
    expect(await read(reply.body.id)).toEqual({ ...reply.body, customerNotes: [] });
  });

  it('creating a customer requires only a name, over both transports', async () => {
    const { body } = await admin.rest('POST', CUSTOMERS, { fullName: 'Li' });
    expect(body).toMatchObject({ fullName: 'Li', email: null, phone: null, notes: null, preferredLanguage: null });
    const typed = await admin.gql(CREATE, { input: { fullName: 'Li', notes: '', telegramUsername: '@lilili' } });
    expect(typed.body.errors).toBeUndefined();
    expect(typed.body.data.createCustomer.customer).toMatchObject({
      profileNotes: null,
      telegramUsername: 'lilili',
      revision: 1,
    });
  });

  it.each([
    ['fullName', 2, 120],
    ['phone', 5, 32],
    ['company', 2, 120],
    ['country', 2, 80],
    ['city', 2, 80],
    ['region', 2, 80],
    ['telegramUsername', 5, 32],
    ['notes', 0, 1000],
  ])('creating a customer accepts %s of %i to %i characters, counted in code points', async (field, least, most) => {
    const create = (length: number) =>
      admin.rest('POST', CUSTOMERS, { fullName: 'Aziza', [field]: '😀'.repeat(length) });
    expect([(await create(least)).status, (await create(most)).status]).toEqual([201, 201]);
    for (const length of [least - 1, most + 1].filter((one) => one >= 0)) {
      const reply = await create(length);
      expect(codeOf(reply)).toEqual([400, 'VALIDATION_FAILED']);
      expect(reply.body.error.message).toContain(field);
    }
  });

  it.each([
    ['email', 'no address'],
    ['email', `${'a'.repeat(60)}@${'b.'.repeat(200)}uz`],
    ['fullName', '  x  '],
    ['fullName', null],
    ['email', null],
    ['preferredLanguage', 'de'],
    ['phone', 901234567],
    ['source', 'utm'],
    ['id', UNKNOWN],
  ])('creating a customer rejects %s = %j', async (field, value) => {
    const reply = await admin.rest('POST', CUSTOMERS, { ...person(), [field]: value });
    expect(codeOf(reply)).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error.message).toContain(field);
  });

  it('creating a customer rejects a duplicate address or phone number, however it is typed', async () => {
    const first = await customer(admin, { email: `one.${newEmail()}`, phone: '+998 93 111-22-33' });
    const address = { ...person(), email: first.email.toUpperCase() };
    const phone = { ...person(), phone: '00998931112233' };
    expect(codeOf(await admin.rest('POST', CUSTOMERS, address))).toEqual([409, 'DUPLICATE_EMAIL']);
    expect(codeOf(await admin.rest('POST', CUSTOMERS, phone))).toEqual([409, 'DUPLICATE_PHONE']);
    expect(gqlCodeOf(await admin.gql(CREATE, { input: address }))).toEqual([409, 'DUPLICATE_EMAIL']);
    expect(gqlCodeOf(await admin.gql(CREATE, { input: phone }))).toEqual([409, 'DUPLICATE_PHONE']);
  });

  it('the refusal of a duplicate address or phone number names the other customer by id, and what to do', async () => {
    const { id: customerId, email, phone } = await customer(admin);
    const { id } = await customer(admin);
    const ends = `Use that customer, whose id is ${customerId}, or first change it there (updateCustomer).`;
    for (const [taken, what, messageId] of [
      [{ email }, 'e-mail address', 'DUPLICATE_EMAIL_CUSTOMER'],
      [{ phone }, 'phone number', 'DUPLICATE_PHONE'],
    ] as const) {
      const message = `Another customer already has this ${what}. ${ends}`;
      const bodies = [await admin.rest('POST', CUSTOMERS, { ...person(), ...taken }), await update(id, taken)].map(
        ({ body }) => body.error.message,
      );
      expect(bodies).toEqual([message, message]);
      for (const { body } of [
        await admin.gql(CREATE, { input: { ...person(), ...taken } }),
        await admin.gql(UPDATE, { id, input: taken }),
      ]) {
        expect(body.errors[0]).toMatchObject({ message, extensions: { messageId, params: { customerId } } });
      }
    }
    expect((await update(customerId, { email, phone: ` ${phone}`, city: 'Nukus' })).status).toBe(200);
  });

  it('creating a customer stores text that is not a phone number as typed, without uniqueness', async () => {
    const twice = await Promise.all([1, 2].map(() => customer(admin, { phone: 'ask the shop' })));
    expect(twice.map(({ phone }) => phone)).toEqual(['ask the shop', 'ask the shop']);
  });
});

describe('getCustomer: reading one customer', () => {
  it.each([UNKNOWN, 'no-uuid', 'export'])('reading one customer fails with 404 for the id %s', async (id) => {
    const codes = [await admin.rest('GET', `${CUSTOMERS}/${id}`), await update(id, {}), await addNote(admin, id)].map(
      codeOf,
    );
    expect(codes).toEqual(codes.map(() => [404, 'CUSTOMER_NOT_FOUND']));
    expect(gqlCodeOf(await admin.gql('query ($id: ID!) { customer(id: $id) { id } }', { id }))).toEqual([
      404,
      'CUSTOMER_NOT_FOUND',
    ]);
  });

  it('reading one customer returns the latest 50 notes, newest first', async () => {
    const { id } = await customer(admin);
    for (let count = 0; count < 51; count += 1) {
      await app.sql(
        `insert into customer_note (id, customer_id, content, author_id, created_at)
         values (gen_random_uuid(), $1, $2, $3, $4)`,
        [id, `note ${count}`, admin.admin.id, new Date(app.clock.now().getTime() + count)],
      );
    }
    const { customerNotes } = await read(id);
    expect(customerNotes).toHaveLength(50);
    expect([customerNotes[0].content, customerNotes[49].content]).toEqual(['note 50', 'note 1']);
  });
});

describe('updateCustomer: updating a customer', () => {
  it('updating a customer changes every field and records the changes', async () => {
    const before = await customer(admin);
    app.clock.advance(1000);
    const body = { ...FULL, email: newEmail(), phone: newPhone(), telegramUsername: '@botir_r' };
    const reply = await update(before.id, body);
    expect(reply.status).toBe(200);
    const after = {
      ...before,
      ...body,
      telegramUsername: 'botir_r',
      revision: 2,
      updatedAt: app.clock.now().toISOString(),
    };
    expect(reply.body).toEqual(after);
    const [, entry] = await entriesFor(before.id);
    expect(entry.action).toBe('updateCustomer');
    const changed = Object.keys(body).map((field) => [field, { from: before[field], to: after[field] }]);
    expect(entry.changes).toEqual(Object.fromEntries(changed));
  });

  it('updating a customer keeps missing fields, and writes no audit entry for equal values', async () => {
    const before = await customer(admin, FULL);
    for (const body of [{}, { ...FULL, email: ` ${before.email.toUpperCase()}`, phone: `${before.phone} ` }]) {
      const reply = await update(before.id, body);
      expect([reply.status, reply.body]).toEqual([200, before]);
    }
    expect(await entriesFor(before.id)).toHaveLength(1);
  });

  it('updating a customer clears empty notes, and accepts null only from typed clients and not for the name', async () => {
    const before = await customer(admin, FULL);
    expect((await update(before.id, { notes: '' })).body.notes).toBeNull();
    expect(codeOf(await update(before.id, { phone: null }))).toEqual([400, 'VALIDATION_FAILED']);
    const { fullName: _kept, ...rest } = { ...FULL, email: null, phone: null };
    const cleared = Object.fromEntries(Object.keys(rest).map((field) => [field, null]));
    const typed = await admin.gql(UPDATE, { id: before.id, input: cleared });
    expect(typed.body.errors).toBeUndefined();
    const { notes: _text, ...nothing } = cleared;
    expect(typed.body.data.updateCustomer.customer).toMatchObject({
      ...nothing,
      profileNotes: null,
      fullName: FULL.fullName,
    });
    expect(gqlCodeOf(await admin.gql(UPDATE, { id: before.id, input: { fullName: null } }))).toEqual([
      400,
      'VALIDATION_FAILED',
    ]);
    // The number is free again.
    await customer(admin, { phone: before.phone, email: before.email });
  });

  it('updating a customer checks the uniqueness of a changed phone number', async () => {
    const [one, other] = [await customer(admin), await customer(admin)];
    const typed = `00${one.phone.slice(1, 6)} ${one.phone.slice(6)}`;
    expect(codeOf(await update(other.id, { phone: typed }))).toEqual([409, 'DUPLICATE_PHONE']);
    expect(codeOf(await update(other.id, { email: one.email }))).toEqual([409, 'DUPLICATE_EMAIL']);
    expect(gqlCodeOf(await admin.gql(UPDATE, { id: other.id, input: { email: one.email } }))).toEqual([
      409,
      'DUPLICATE_EMAIL',
    ]);
    expect(await read(other.id)).toEqual({ ...other, customerNotes: [] });
    expect((await update(one.id, { phone: typed })).body.phone).toBe(typed);
    expect((await update(one.id, { phone: 'none at all' })).status).toBe(200);
    expect((await update(other.id, { phone: typed })).status).toBe(200);
  });

  it.each(['1', 'abc', '"1', "'1'", '', 'W/1', '"1" "2"', '*, "1"'])(
    'updating a customer is a 400 for the If-Match %j, which is no revision in quotes, also of a customer that nobody has',
    async (header) => {
      const { id } = await customer(admin);
      for (const target of [id, '00000000-0000-7000-8000-000000000000']) {
        const reply = await update(target, { city: 'Bukhara' }, { 'if-match': header });
        expect(codeOf(reply)).toEqual([400, 'VALIDATION_FAILED']);
        expect(reply.body.error.message).toBe('If-Match must be a revision in quotes, such as "3", or *');
      }
      const input = { id, input: { city: 'Bukhara' } };
      expect(gqlCodeOf(await admin.gql(UPDATE, input, { 'if-match': header }))).toEqual([400, 'VALIDATION_FAILED']);
      const named = await admin.gql(UPDATE, { ...input, expectedRevision: 1 }, { 'if-match': header });
      expect(named.body.data.updateCustomer.customer.revision).toBe(2);
    },
  );

  it('updating a customer compares an If-Match of another form of entity tags, which no revision has, and takes any revision for *', async () => {
    const { id } = await customer(admin);
    for (const header of ['"abc"', '""', '"1", "2"', '"12345678901"', 'W/"2"']) {
      expect(codeOf(await update(id, { city: 'Khiva' }, { 'if-match': header }))).toEqual([409, 'REVISION_CONFLICT']);
    }
    expect((await update(id, { city: 'Khiva' }, { 'if-match': '*' })).status).toBe(200);
    expect((await admin.rest('GET', `${CUSTOMERS}/${id}`, undefined, { 'if-match': '1' })).status).toBe(200);
  });

  it('updating a customer fails for an outdated revision', async () => {
    const before = await customer(admin);
    expect(codeOf(await update(before.id, { city: 'Bukhara' }, { 'if-match': '"2"' }))).toEqual([
      409,
      'REVISION_CONFLICT',
    ]);
    expect((await update(before.id, { city: 'Bukhara' }, { 'if-match': '"1"' })).body.revision).toBe(2);
    const stale = await admin.gql(UPDATE, { id: before.id, input: { city: 'Khiva' }, expectedRevision: 1 });
    expect(gqlCodeOf(stale)).toEqual([409, 'REVISION_CONFLICT']);
  });

  it.each([
    ['fullName', 'x'],
    ['email', 'nobody'],
    ['preferredLanguage', 'UZ'],
    ['notes', 'n'.repeat(1001)],
    ['source', 'x'],
    ['revision', 1],
  ])('updating a customer rejects %s = %j', async (field, value) => {
    const { id } = await customer(admin);
    expect(codeOf(await update(id, { [field]: value }))).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('addCustomerNote: notes on a customer', () => {
  const ADD =
    'mutation ($id: ID!, $input: AddCustomerNoteInput!) { addCustomerNote(id: $id, input: $input) { customerNote { id content authorId author { name } } } }';

  it('notes on a customer are added by staff and returned with their authors', async () => {
    const { id } = await customer(admin);
    const support = await app.as('SUPPORT');
    const reply = await addNote(support, id, '  Wants a white one  ');
    expect(reply.status).toBe(201);
    const note = wholeRecord(CustomerNoteRecord, {
      id: expect.any(String),
      customerId: id,
      content: 'Wants a white one',
      authorId: support.admin.id,
      createdAt: app.clock.now().toISOString(),
    });
    expect(reply.body).toEqual(note);
    const typed = await support.gql(ADD, { id, input: { content: 'Second' } });
    expect(typed.body.data.addCustomerNote.customerNote).toEqual({
      id: expect.any(String),
      content: 'Second',
      authorId: support.admin.id,
      author: { name: support.admin.name },
    });
    const shown = (await read(id)).customerNotes;
    expect(shown.map(({ content }: Json) => content).sort()).toEqual(['Second', 'Wants a white one']);
    expect(await entriesFor(id)).toEqual([
      { action: 'createCustomer', changes: null, detail: null, transport: 'REST' },
      { action: 'addCustomerNote', changes: null, detail: { noteId: reply.body.id }, transport: 'REST' },
      {
        action: 'addCustomerNote',
        changes: null,
        detail: { noteId: typed.body.data.addCustomerNote.customerNote.id },
        transport: 'GRAPHQL',
      },
    ]);
  });

  it('notes on a customer have 2 to 2000 characters', async () => {
    const { id } = await customer(admin);
    for (const content of ['ab', 'ü'.repeat(2000)]) expect((await addNote(admin, id, content)).status).toBe(201);
    for (const content of ['a', ' a ', 'ü'.repeat(2001), null, 7]) {
      expect(codeOf(await addNote(admin, id, content))).toEqual([400, 'VALIDATION_FAILED']);
    }
  });

  it('notes on a customer fail for an outdated revision', async () => {
    const { id } = await customer(admin);
    expect(codeOf(await addNote(admin, id, 'late', { 'if-match': '"7"' }))).toEqual([409, 'REVISION_CONFLICT']);
  });
});
