import type {
  AdminStatus,
  BatchStatus,
  ClaimCodeStatus,
  DeviceStatus,
  FirmwareLifecycle,
  InstallationStatus,
  PaymentStatus,
  PreorderStatus,
  SaleStatus,
  ServiceAccountStatus,
} from '../api/generated/enums.ts';
import { useText, wordOf } from '../text/index.tsx';
import { type Tone, ToneBadge } from './tone-badge.tsx';

interface Statuses {
  readonly AdminStatus: AdminStatus;
  readonly BatchStatus: BatchStatus;
  readonly ClaimCodeStatus: ClaimCodeStatus;
  readonly DeviceStatus: DeviceStatus;
  readonly FirmwareLifecycle: FirmwareLifecycle;
  readonly InstallationStatus: InstallationStatus;
  readonly PaymentStatus: PaymentStatus;
  readonly PreorderStatus: PreorderStatus;
  readonly SaleStatus: SaleStatus;
  readonly ServiceAccountStatus: ServiceAccountStatus;
}

/** What a status means to who reads it. A value that several records can have has one tone for all of them. */
const TONES: Readonly<Record<Statuses[keyof Statuses], Tone>> = {
  // Not begun, or over without anybody's fault.
  DRAFT: 'still',
  INVENTORY: 'still',
  CANCELLED: 'still',
  REFUNDED: 'still',
  ARCHIVED: 'still',
  RETIRED: 'still',
  EXPIRED: 'still',
  VOID: 'still',
  // Under way.
  READY: 'calm',
  AVAILABLE: 'calm',
  SOLD: 'calm',
  CONTACTED: 'calm',
  CONFIRMED: 'calm',
  READY_TO_SHIP: 'calm',
  PROVISIONING: 'calm',
  ROLLING_OUT: 'calm',
  QUEUED: 'calm',
  DOWNLOADING: 'calm',
  VERIFYING: 'calm',
  TRANSFERRING: 'calm',
  INSTALLING: 'calm',
  REBOOTING: 'calm',
  VALIDATING: 'calm',
  // As it should become.
  ACTIVE: 'good',
  CLAIMED: 'good',
  DEPOSIT_PAID: 'good',
  PAID: 'good',
  FULFILLED: 'good',
  COMPLETED: 'good',
  SUCCESS: 'good',
  // Waits for a person.
  NEW: 'care',
  PENDING: 'care',
  PAYMENT_PENDING: 'care',
  UNPAID: 'care',
  PARTIAL: 'care',
  PAUSED: 'care',
  SUSPENDED: 'care',
  REPAIR: 'care',
  RETURNED: 'care',
  // Failed or taken away.
  FAILED: 'bad',
  ROLLED_BACK: 'bad',
  REVOKED: 'bad',
  DISABLED: 'bad',
};

interface Props<Name extends keyof Statuses> {
  readonly name: Name;
  readonly value: Statuses[Name];
}

/** The status of a record: its word, and the tone of what it means. */
export function StatusBadge<Name extends keyof Statuses>({ name, value }: Props<Name>) {
  const text = useText();
  return <ToneBadge tone={TONES[value]}>{wordOf(text, name, value)}</ToneBadge>;
}
