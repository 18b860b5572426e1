import type { DeviceStatus, PaymentStatus, PreorderStatus, SaleStatus } from '../../src/model/enums.ts';

/** A plain model of sales, their devices and preorders, written from the design's tables and not from the code. */

export interface ModelDevice {
  status: DeviceStatus;
  previous: DeviceStatus | null;
  owner: number | null;
  claimed: boolean;
}

export interface ModelSale {
  readonly device: number;
  customer: number;
  price: number;
  discount: number;
  payment: PaymentStatus;
  refunded: number;
  refunds: number;
  cancelled: boolean;
  claimed: boolean;
  released: boolean;
}

export interface ModelPreorder {
  status: PreorderStatus;
  readonly quantity: number;
  deleted: boolean;
}

export interface World {
  readonly devices: ModelDevice[];
  readonly sales: ModelSale[];
  readonly preorders: ModelPreorder[];
  /** What preorders of earlier runs hold of the capacity. */
  readonly heldBefore: number;
  /** Null: without limit. */
  capacity: number | null;
}

/** What a call is answered with: a status and, where it is refused, a code. */
export type Answer = readonly [status: number, code?: string];

export function newWorld(devices: number, heldBefore = 0): World {
  return {
    preorders: [],
    heldBefore,
    capacity: null,
    devices: Array.from({ length: devices }, () => ({ status: 'READY', previous: null, owner: null, claimed: false })),
    sales: [],
  };
}

export function statusOf(sale: ModelSale): SaleStatus {
  const total = sale.price - sale.discount;
  if (sale.cancelled) return 'CANCELLED';
  if (total > 0 && sale.refunded === total) return 'REFUNDED';
  if (sale.payment !== 'PAID') return 'PENDING';
  return sale.claimed ? 'FULFILLED' : 'PAID';
}

function liveSale({ sales }: World, device: number): ModelSale | undefined {
  return sales.find((sale) => sale.device === device && !isOver(sale) && !sale.released);
}

const isOver = (sale: ModelSale) => ['CANCELLED', 'REFUNDED'].includes(statusOf(sale));

export function sell(
  world: World,
  wanted: { device: number; customer: number; price: number; discount: number; payment: PaymentStatus },
): Answer {
  const device = deviceOf(world, wanted.device);
  if (wanted.payment === 'REFUNDED') return [400, 'VALIDATION_FAILED'];
  if (wanted.discount > wanted.price) return [400, 'DISCOUNT_EXCEEDS_PRICE'];
  if (liveSale(world, wanted.device)) return [409, 'DEVICE_ALREADY_SOLD'];
  if (device.status !== 'READY') return [409, 'DEVICE_NOT_SELLABLE'];
  Object.assign(device, { status: 'SOLD', previous: null, owner: wanted.customer });
  world.sales.push({ ...wanted, refunded: 0, refunds: 0, cancelled: false, claimed: false, released: false });
  return [201];
}

export function update(
  world: World,
  index: number,
  wanted: { price?: number; discount?: number; payment?: PaymentStatus; customer?: number },
): Answer {
  const sale = saleOf(world, index);
  const after = { ...sale };
  const status = statusOf(sale);
  const { price = sale.price, discount = sale.discount, payment = sale.payment, customer = sale.customer } = wanted;
  if (price !== sale.price || discount !== sale.discount) {
    if (discount > price) return [400, 'DISCOUNT_EXCEEDS_PRICE'];
    if (status !== 'PENDING' && !(status === 'PAID' && sale.refunded === 0)) return [409, 'SALE_NOT_EDITABLE'];
    if (sale.refunded > 0 && price - discount <= sale.refunded) return [409, 'SALE_NOT_EDITABLE'];
    Object.assign(after, { price, discount });
  }
  if (payment !== sale.payment) {
    const forward = ['UNPAID', 'PARTIAL'].includes(sale.payment);
    const back = sale.payment === 'PAID' && status === 'PAID' && sale.refunded === 0;
    if (isOver(sale) || payment === 'REFUNDED' || !(forward || back)) return [409, 'INVALID_TRANSITION'];
    after.payment = payment;
  }
  const device = deviceOf(world, sale.device);
  if (customer !== sale.customer) {
    if (isOver(sale) || sale.released || sale.claimed || device.claimed) return [409, 'SALE_NOT_EDITABLE'];
    after.customer = customer;
    device.owner = customer;
  }
  Object.assign(sale, after);
  return [200];
}

export function cancel(world: World, index: number): Answer {
  const sale = saleOf(world, index);
  if (sale.cancelled) return [201];
  const isFree = sale.price === sale.discount;
  if (!isFree && (sale.payment === 'PARTIAL' || sale.payment === 'PAID')) return [409, 'SALE_HAS_PAYMENTS'];
  if (isOver(sale)) return [409, 'INVALID_TRANSITION'];
  const device = deviceOf(world, sale.device);
  if (!sale.released) {
    if (device.status === 'CLAIMED' || device.status === 'ACTIVE') return [409, 'INVALID_TRANSITION'];
    if (device.status === 'SOLD') Object.assign(device, { status: 'READY', previous: null });
    if (device.previous && WITH_FACTS.includes(device.previous)) device.previous = null;
    Object.assign(device, { owner: null, claimed: false });
  }
  sale.payment = 'UNPAID';
  sale.cancelled = true;
  return [201];
}

const DISPOSABLE: readonly DeviceStatus[] = ['SOLD', 'CLAIMED', 'ACTIVE', 'SUSPENDED', 'REPAIR'];

export function refund(
  world: World,
  index: number,
  { amount, disposition }: { amount: number; disposition?: 'RETURNED' | 'REVOKED' },
): Answer {
  const sale = saleOf(world, index);
  const device = deviceOf(world, sale.device);
  const total = sale.price - sale.discount;
  if (sale.payment !== 'PARTIAL' && sale.payment !== 'PAID') return [409, 'REFUND_NOT_ALLOWED'];
  if (amount > total - sale.refunded) return [400, 'REFUND_AMOUNT_EXCEEDS_REFUNDABLE'];
  if (disposition) {
    const lies = device.status === 'RETURNED' && disposition === 'REVOKED';
    const held = !sale.released && DISPOSABLE.includes(device.status);
    if (!lies && !held) return [409, 'INVALID_TRANSITION'];
  }
  sale.refunded += amount;
  sale.refunds += 1;
  if (sale.refunded === total) sale.payment = 'REFUNDED';
  if (disposition) {
    sale.released = true;
    enter(world, sale.device, disposition);
  }
  return [201];
}

/** What an admin may do by hand; SOLD, CLAIMED and ACTIVE only as a return. */
const BY_HAND: Readonly<Record<DeviceStatus, readonly DeviceStatus[]>> = {
  INVENTORY: ['REVOKED', 'RETIRED'],
  READY: ['REPAIR', 'REVOKED', 'RETIRED'],
  SOLD: ['RETURNED', 'SUSPENDED', 'REPAIR', 'REVOKED'],
  CLAIMED: ['RETURNED', 'SUSPENDED', 'REPAIR', 'REVOKED'],
  ACTIVE: ['RETURNED', 'SUSPENDED', 'REPAIR', 'REVOKED'],
  RETURNED: ['INVENTORY', 'REPAIR', 'REVOKED', 'RETIRED'],
  SUSPENDED: ['RETURNED', 'REVOKED'],
  REVOKED: ['REPAIR', 'RETIRED'],
  REPAIR: ['INVENTORY', 'RETURNED', 'REVOKED', 'RETIRED'],
  RETIRED: [],
};
const WITH_FACTS: readonly DeviceStatus[] = ['SOLD', 'CLAIMED', 'ACTIVE'];

export function setStatus(world: World, index: number, to: DeviceStatus): Answer {
  const { status, previous } = deviceOf(world, index);
  if (status === to) return [200];
  const returns = ['SUSPENDED', 'REPAIR'].includes(status) && WITH_FACTS.includes(to) && previous === to;
  if (!returns && !BY_HAND[status].includes(to)) return [409, 'INVALID_TRANSITION'];
  enter(world, index, to);
  return [200];
}

function enter(world: World, index: number, to: DeviceStatus): void {
  const device = deviceOf(world, index);
  device.previous = to === 'SUSPENDED' || to === 'REPAIR' ? device.status : null;
  device.status = to;
  if (to !== 'RETURNED' && to !== 'INVENTORY') return;
  Object.assign(device, { owner: null, claimed: false });
  const live = liveSale(world, index);
  if (live) live.released = true;
}

export function resetClaim(world: World, index: number): Answer {
  const device = deviceOf(world, index);
  if (['SUSPENDED', 'REVOKED', 'RETIRED'].includes(device.status)) return [409, 'INVALID_TRANSITION'];
  const live = liveSale(world, index);
  const free = { owner: live?.customer ?? null, claimed: false };
  if (device.status === 'CLAIMED' || device.status === 'ACTIVE') {
    Object.assign(device, free, { status: live ? 'SOLD' : 'READY', previous: null });
  } else if (device.status === 'REPAIR' && device.owner !== null && device.previous !== 'SOLD') {
    Object.assign(device, free, { previous: live ? 'SOLD' : null });
  }
  return [201];
}

/** A customer claims a device that is there to be claimed. @returns whether it happened */
export function claim(world: World, index: number, customer: number): boolean {
  const device = deviceOf(world, index);
  if (device.status !== 'READY' && device.status !== 'SOLD') return false;
  Object.assign(device, { status: 'CLAIMED', owner: customer, claimed: true });
  const live = liveSale(world, index);
  if (live) live.claimed = true;
  return true;
}

/** A device in stock gets a new identity and is READY. @returns whether it happened */
export function restock(world: World, index: number): boolean {
  const device = deviceOf(world, index);
  if (device.status !== 'INVENTORY') return false;
  device.status = 'READY';
  return true;
}

function deviceOf(world: World, index: number): ModelDevice {
  const device = world.devices[index];
  if (!device) throw new Error(`The model has no device ${index}.`);
  return device;
}

function saleOf(world: World, index: number): ModelSale {
  const sale = world.sales[index];
  if (!sale) throw new Error(`The model has no sale ${index}.`);
  return sale;
}

/** What all preorders that are not cancelled hold of the capacity. */
export function reservedOf({ preorders, heldBefore }: World): number {
  return preorders
    .filter(({ status, deleted }) => status !== 'CANCELLED' && !deleted)
    .reduce((sum, { quantity }) => sum + quantity, heldBefore);
}

export function order(world: World, quantity: number): Answer {
  if (world.capacity !== null && reservedOf(world) + quantity > world.capacity)
    return [409, 'PREORDER_CAPACITY_REACHED'];
  world.preorders.push({ status: 'NEW', quantity, deleted: false });
  return [201];
}

/** With a price to collect, so that CONFIRMED does not lead to READY_TO_SHIP, and with a note for every move. */
const PREORDER_MOVES: Readonly<Record<PreorderStatus, readonly PreorderStatus[]>> = {
  NEW: ['CONTACTED', 'CONFIRMED', 'CANCELLED'],
  CONTACTED: ['NEW', 'CONFIRMED', 'CANCELLED'],
  CONFIRMED: ['CONTACTED', 'PAYMENT_PENDING', 'CANCELLED'],
  PAYMENT_PENDING: ['CONFIRMED', 'DEPOSIT_PAID', 'CANCELLED'],
  DEPOSIT_PAID: ['PAYMENT_PENDING', 'READY_TO_SHIP', 'CANCELLED'],
  READY_TO_SHIP: ['DEPOSIT_PAID', 'FULFILLED', 'CANCELLED'],
  FULFILLED: [],
  CANCELLED: [],
};

export function movePreorder(world: World, index: number, to: PreorderStatus): Answer {
  const preorder = world.preorders[index];
  if (!preorder || preorder.deleted) return [404, 'PREORDER_NOT_FOUND'];
  if (preorder.status === to) return [200];
  if (!PREORDER_MOVES[preorder.status].includes(to)) return [409, 'INVALID_TRANSITION'];
  preorder.status = to;
  return [200];
}

export function deletePreorder(world: World, index: number): Answer {
  const preorder = world.preorders[index];
  if (!preorder || preorder.deleted) return [404, 'PREORDER_NOT_FOUND'];
  if (preorder.status !== 'NEW' && preorder.status !== 'CANCELLED') return [409, 'PREORDER_NOT_DELETABLE'];
  preorder.deleted = true;
  return [200];
}
