import { readdirSync, readFileSync } from 'node:fs';
import { maskEntry, maskText, seesMasked } from '../../src/domain/audit/audit-rules.ts';
import { SHOWN } from '../../src/domain/audit/shown-values.ts';
import { ADMIN_ROLES } from '../../src/model/enums.ts';
import { records } from '../../src/model/records/all.ts';
import type { AuditEntryView } from '../../src/model/records/audit-entry.ts';

const ENTRY: AuditEntryView = {
  id: '018f0000-0000-7000-8000-000000000001',
  at: new Date('2026-11-21T12:00:00Z'),
  actorType: 'ADMIN',
  actorId: '018f0000-0000-7000-8000-000000000002',
  actorLabel: 'anna@karvon.uz',
  serviceAccountId: null,
  serviceAccountName: null,
  action: 'transferDevice',
  targetKind: 'Device',
  targetId: '018f0000-0000-7000-8000-000000000003',
  changes: null,
  detail: null,
  reason: 'sold on',
  requestId: 'request-0001',
  ip: '203.0.113.9',
  transport: 'REST',
};

it('personal data is masked for SUPPORT and VIEWER only', () => {
  expect(ADMIN_ROLES.filter((role) => seesMasked({ roles: [role] }))).toEqual(['SUPPORT', 'VIEWER']);
});

it.each([
  ['anna@example.uz', 'a***@e***'],
  ['a@b', 'a***@b***'],
  ['Anna Petrova', '***'],
  ['+998901234567', '***'],
  ['@anna', '***'],
  ['anna@', '***'],
  ['', '***'],
  ['😀x@example.uz', '😀***@e***'],
])('%p is masked as %p', (text, expected) => {
  expect(maskText(text)).toBe(expected);
});

it('the actor, the reason, the address and the request of an entry are masked, and nothing else', () => {
  const masked = { ...ENTRY, actorLabel: 'a***@k***', ip: '***', reason: '***', requestId: '***' };
  expect(maskEntry(ENTRY)).toEqual(masked);
  const byScript = { ...ENTRY, serviceAccountName: 'Anna’s laptop' };
  expect(maskEntry(byScript)).toEqual({ ...masked, serviceAccountName: '***' });
  expect(maskEntry({ ...ENTRY, reason: null }).reason).toBeNull();
});

it('what the service wrote when it called itself is not masked', () => {
  const paused: AuditEntryView = { ...ENTRY, actorType: 'SYSTEM', transport: 'SYSTEM', reason: 'FAILURE_RATE' };
  expect(maskEntry(paused)).toEqual({ ...paused, ip: '***' });
});

it('ids, words and names of ours that are none are masked', () => {
  const wrong = { ...ENTRY, actorId: 'Anna', targetId: 'Anna', action: 'Anna Petrova' };
  expect(maskEntry(wrong)).toMatchObject({ actorId: '***', targetId: '***', action: '***' });
  expect(maskEntry({ ...ENTRY, targetKind: 'Settings', targetId: 'business' }).targetId).toBe('business');
});

it('a value that its declaration does not prove is masked, and each that stays visible has its reason', () => {
  const detail = {
    deviceId: 'Anna',
    role: 'Anna',
    quantity: '998901234567',
    expiresAt: 'when Anna comes',
    customerCreated: 'Anna',
    serial: 'Anna’s lamp',
    number: 'ANNAPETROVA-2026-000001',
    version: '1.2.3-anna',
    fields: ['serial', 'Anna'],
    status: ['READY', 'Anna'],
    to: 'Anna',
  };
  expect(maskEntry({ ...ENTRY, detail }).detail).toEqual({
    ...Object.fromEntries(Object.keys(detail).map((name) => [name, '***'])),
    fields: ['serial', '***'],
    status: ['READY', '***'],
  });
  for (const { why } of SHOWN.values()) expect(why.length).toBeGreaterThan(5);
});

it('what stays visible is what the declarations prove', () => {
  const detail = {
    deviceId: ENTRY.id,
    saleId: ENTRY.id,
    role: 'SALES',
    quantity: 3,
    expiresAt: '2026-11-26T12:00:00.000Z',
    customerCreated: true,
    serial: 'KRV-0123456789ABCDEF',
    number: 'KRV-2026-000001',
    version: '1.2.3',
    to: 'READY',
    superseded: [ENTRY.id],
    filter: { status: { in: ['READY'] }, createdAt: { gte: '2026-11-26', during: 'TODAY', withinLast: '7d' }, take: 5 },
    sort: [{ field: 'createdAt', direction: 'DESC' }],
    fields: ['serial', 'batch.code'],
  };
  expect(maskEntry({ ...ENTRY, detail }).detail).toEqual(detail);
});

it.each(['DEVICE', 'SYSTEM'] as const)(
  'the label of a %s actor is not masked, because it is not a person',
  (actorType) => {
    expect(maskEntry({ ...ENTRY, actorType, actorLabel: 'KRV-0001' }).actorLabel).toBe('KRV-0001');
    expect(maskEntry({ ...ENTRY, actorType, actorLabel: null }).actorLabel).toBeNull();
  },
);

it('changed personal fields are masked, both the old and the new value', () => {
  const changes = {
    fullName: { from: null, to: 'Anna Petrova' },
    email: { from: 'anna@example.uz', to: 'petrova@example.uz' },
    phone: { from: '+998901234567', to: null },
    status: { from: 'READY', to: 'SOLD' },
  };
  expect(maskEntry({ ...ENTRY, changes }).changes).toEqual({
    fullName: { from: null, to: '***' },
    email: { from: 'a***@e***', to: 'p***@e***' },
    phone: { from: '***', to: null },
    status: { from: 'READY', to: 'SOLD' },
  });
});

it('the name of a paired phone is masked', () => {
  const changes = { deviceName: { from: null, to: 'Aziza’s phone' } };
  expect(maskEntry({ ...ENTRY, targetKind: 'Pairing', changes }).changes).toEqual({
    deviceName: { from: null, to: '***' },
  });
});

it('personal fields are masked at any depth, and so is every undeclared member', () => {
  const detail = {
    filter: { source: 'instagram', fullName: 'Anna', contactPhone: 998901234567, tags: ['vip'] },
    recipients: [{ deliveryEmail: 'anna@example.uz' }, 'Olga'],
    notes: ['calls her mother Olga'],
    shoeSize: 38,
    quantity: 3,
    expiresAt: null,
  };
  expect(maskEntry({ ...ENTRY, detail }).detail).toEqual({
    filter: { source: '***', fullName: '***', contactPhone: '***', '***': ['***'] },
    recipients: [{ '***': 'a***@e***' }, '***'],
    notes: ['***'],
    shoeSize: '***',
    quantity: 3,
    expiresAt: null,
  });
});

it('a changed field that no record declares is masked', () => {
  const changes = { shoeSize: { from: 38, to: 39 }, status: { from: 'READY', to: 'SOLD' } };
  expect(maskEntry({ ...ENTRY, changes }).changes).toEqual({
    shoeSize: { from: '***', to: '***' },
    status: { from: 'READY', to: 'SOLD' },
  });
});

it('a field name that two records declare differently follows the declaration of its own record', () => {
  const changes = {
    notes: { from: 'old', to: 'new' },
    city: { from: null, to: 'Samarkand' },
    name: { from: 'a', to: 'b' },
  };
  expect(maskEntry({ ...ENTRY, targetKind: 'Customer', changes }).changes).toEqual({
    notes: { from: '***', to: '***' },
    city: { from: null, to: '***' },
    name: { from: '***', to: '***' },
  });
});

it('every record is covered by masking', () => {
  const files = readdirSync('src/model/records').filter((file) => file !== 'all.ts');
  const declared = files.flatMap((file) => [
    ...readFileSync(`src/model/records/${file}`, 'utf8').matchAll(/\brecord\(\s*'(\w+)'/g),
  ]);
  expect(records.map(({ name }) => name).sort()).toEqual(declared.map(([, name]) => name).sort());
});

it('masking does not modify the entry that it is given', () => {
  const detail = { name: 'Anna' };
  maskEntry({ ...ENTRY, detail });
  expect(detail).toEqual({ name: 'Anna' });
});
