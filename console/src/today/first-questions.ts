import type { TypedDocumentNode } from '@urql/core';
import type { SalesRange } from '../api/generated/enums.ts';
import type { TodayPreordersQueryVariables, TodayQueueQueryVariables } from '../api/generated/operations.ts';
import { FirstStepsDocument } from '../api/generated/today-checklist.ts';
import {
  TodayFunnelDocument,
  TodayOperationsDocument,
  TodayOverviewDocument,
  TodayPreordersDocument,
  TodayQueueDocument,
  TodaySalesDocument,
} from '../api/generated/today-today.ts';
import type { Viewer } from '../session/session.ts';
import { isPeriod, type Period, QUESTION } from './periods.ts';

type May = (operation: string) => boolean;
type Ask = <Data, Variables extends Readonly<Record<string, unknown>>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => void;

const HIDDEN = 'karvon-first-steps-hidden';
/** The addresses of Today, and what its figures need. */
const ADDRESSES = /^\/console(?:\/|\/today)?$/;
const NEEDED = 'getOverview';
/** All that the first steps lead to. */
const STEPS = ['listAuditEntries', 'createBatch', 'uploadPackage', 'updateBusinessSettings'];

/** Whether the address is this screen's, for an admin who may see it. */
export const opensToday = ({ permissions }: Pick<Viewer, 'permissions'>) =>
  ADDRESSES.test(window.location.pathname) && permissions.includes(NEEDED);

/** The period that the address names. */
export const periodOf = (given: string | null | undefined): Period =>
  isPeriod(given ?? undefined) ? (given as Period) : 'LAST_7_DAYS';

/** Whether the first steps are for an admin, who has not hidden them. */
export const hasSteps = (may: May, adminId: string) => localStorage.getItem(HIDDEN) !== adminId && STEPS.every(may);
export const hideSteps = (adminId: string) => localStorage.setItem(HIDDEN, adminId);

export const queueParts = (may: May): TodayQueueQueryVariables => ({
  withInstallations: may('listInstallations'),
  withReleases: may('listReleases'),
  withPreorders: may('listPreorders'),
});

export function preordersIn(period: Period): TodayPreordersQueryVariables {
  const { preset, grain } = QUESTION[period];
  return { query: { metrics: ['PREORDERS'], grain, range: { preset }, compareTo: 'PREVIOUS_PERIOD', limit: 100 } };
}

export const salesIn = (period: Period): { readonly range: SalesRange } => ({ range: period });

/** Asks for all that the screen shows when it is opened. */
export function askFirst({ admin, permissions }: Pick<Viewer, 'admin' | 'permissions'>, ask: Ask): void {
  const may: May = (operation) => permissions.includes(operation);
  const period = periodOf(new URLSearchParams(window.location.search).get('period'));
  const queue = queueParts(may);
  if (hasSteps(may, admin.id)) ask(FirstStepsDocument, { admin: admin.id });
  ask(TodayOverviewDocument, {});
  if (Object.values(queue).includes(true)) ask(TodayQueueDocument, queue);
  if (may('getSalesAnalytics')) ask(TodaySalesDocument, salesIn(period));
  if (may('getPreorderMetrics')) ask(TodayPreordersDocument, preordersIn(period));
  if (may('getPreorderAnalytics')) ask(TodayFunnelDocument, {});
  if (may('getOperationsAnalytics')) ask(TodayOperationsDocument, {});
}
