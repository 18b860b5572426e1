import type { Client, RequestPolicy } from '@urql/core';
import { useState } from 'react';
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

/** So old at most are answers that were asked for before the screen was drawn. */
const FRESH_MS = 10_000;
const HIDDEN = 'karvon-first-steps-hidden';
/** All that the first steps lead to. */
const STEPS = ['listAuditEntries', 'createBatch', 'uploadPackage', 'updateBusinessSettings'];

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

let askedAt = Number.NEGATIVE_INFINITY;

/** Asks for all that the screen shows. Drawing it takes a slow machine longer than the answers take. */
export function askEarly(client: Client, { admin, permissions }: Viewer): void {
  const may: May = (operation) => permissions.includes(operation);
  const period = periodOf(new URLSearchParams(window.location.search).get('period'));
  const queue = queueParts(may);
  askedAt = performance.now();
  const asked = [
    hasSteps(may, admin.id) && client.query(FirstStepsDocument, { admin: admin.id }),
    client.query(TodayOverviewDocument, {}),
    Object.values(queue).includes(true) && client.query(TodayQueueDocument, queue),
    may('getSalesAnalytics') && client.query(TodaySalesDocument, salesIn(period)),
    may('getPreorderMetrics') && client.query(TodayPreordersDocument, preordersIn(period)),
    may('getPreorderAnalytics') && client.query(TodayFunnelDocument, {}),
    may('getOperationsAnalytics') && client.query(TodayOperationsDocument, {}),
  ];
  for (const one of asked) if (one) void one.toPromise();
}

/** From now on the screen asks by itself. */
export const askedEarly = (): void => {
  askedAt = Number.NEGATIVE_INFINITY;
};

/** A part of the screen takes the answer that was asked for early, and asks again each other time. */
export function usePolicy(): RequestPolicy {
  const [policy] = useState<RequestPolicy>(() =>
    performance.now() - askedAt < FRESH_MS ? 'cache-first' : 'cache-and-network',
  );
  return policy;
}
