import { maskEntry, maskText, seesMasked } from '../../src/domain/audit/audit-rules.ts';
import { ADMIN_ROLES } from '../../src/model/enums.ts';
import type { AuditEntryView } from '../../src/model/records/audit-entry.ts';

const ENTRY: AuditEntryView = {
  id: '018f0000-0000-7000-8000-000000000001',
  at: new Date('2026-11-21T12:00:00Z'),
  actorType: 'ADMIN',
  actorId: '018f0000-0000-7000-8000-000000000002',
  actorLabel: 'anna@karvon.uz',
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

it('masks for SUPPORT and VIEWER only', () => {
  expect(ADMIN_ROLES.filter(seesMasked)).toEqual(['SUPPORT', 'VIEWER']);
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
])('shows %p as %p', (text, expected) => {
  expect(maskText(text)).toBe(expected);
});

it('masks the actor and the address, and leaves everything else of an entry', () => {
  expect(maskEntry(ENTRY)).toEqual({ ...ENTRY, actorLabel: 'a***@k***', ip: '***' });
});

it.each(['DEVICE', 'SYSTEM'] as const)('leaves the label of a %s, which is no person', (actorType) => {
  expect(maskEntry({ ...ENTRY, actorType, actorLabel: 'KRV-0001' }).actorLabel).toBe('KRV-0001');
  expect(maskEntry({ ...ENTRY, actorType, actorLabel: null }).actorLabel).toBeNull();
});

it('masks what changed of a person, in both directions', () => {
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

it('finds personal fields however deep, in lists too, and by their ending', () => {
  const detail = {
    customer: { id: 'c-1', name: 'Anna', contactPhone: 998901234567, tags: ['vip'] },
    recipients: [{ deliveryEmail: 'anna@example.uz' }, 'kept'],
    notes: ['calls her mother Olga'],
    quantity: 3,
    expiresAt: null,
  };
  expect(maskEntry({ ...ENTRY, detail }).detail).toEqual({
    customer: { id: 'c-1', name: '***', contactPhone: '***', tags: ['vip'] },
    recipients: [{ deliveryEmail: 'a***@e***' }, 'kept'],
    notes: ['***'],
    quantity: 3,
    expiresAt: null,
  });
});

it('does not touch the entry it was given', () => {
  const detail = { name: 'Anna' };
  maskEntry({ ...ENTRY, detail });
  expect(detail).toEqual({ name: 'Anna' });
});
