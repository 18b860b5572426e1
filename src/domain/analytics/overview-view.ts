import type { ActorType } from '../../model/enums.ts';
import type { DeviceStatusCountView } from './operations-view.ts';
import type { PreorderCapacityView, PreorderStatusCountView } from './preorder-analytics-view.ts';

/** Sales of one currency. */
export interface CurrencySalesView {
  readonly currency: string;
  readonly orders: number;
  /** After discounts. */
  readonly revenue: number;
  readonly refunded: number;
  /** After discounts and refunds. */
  readonly netRevenue: number;
}

/** An action without its actor and target, so that every role may see it. */
export interface ActivityView {
  readonly at: Date;
  /** The operation's name. */
  readonly action: string;
  readonly actorType: ActorType;
  readonly targetKind: string | null;
}

/** The overview, without personal data. */
export interface OverviewView {
  readonly generatedAt: Date;
  readonly timezone: string;
  readonly devices: OverviewDevicesView;
  readonly customers: { readonly total: number };
  /** Whole business days up to today; currencies without orders are omitted. */
  readonly sales: OverviewSalesView;
  readonly preorders: OverviewPreordersView;
  /** Newest first. */
  readonly recentActivity: readonly ActivityView[];
}

export interface OverviewDevicesView {
  readonly total: number;
  readonly online: number;
  readonly byStatus: readonly DeviceStatusCountView[];
}

export interface OverviewSalesView {
  readonly today: readonly CurrencySalesView[];
  readonly last7Days: readonly CurrencySalesView[];
  readonly last30Days: readonly CurrencySalesView[];
}

export interface OverviewPreordersView extends PreorderCapacityView {
  readonly total: number;
  readonly byStatus: readonly PreorderStatusCountView[];
}
