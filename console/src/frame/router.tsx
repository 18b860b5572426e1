import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { answers, reachability, Silence, unlessSilent } from '../api/reachability.ts';
import { SCREENS } from '../palette/screens.ts';
import { session } from '../session/session.ts';
import { WaitingPage } from '../ui/waiting-page.tsx';
import { Crashed, Frame, NotFound } from './frame.tsx';

type Screen = () => Promise<{ readonly default: ComponentType }>;

/**
 * A screen that is loaded when it is opened. A file that is gone has another name since an update of the service, and the router loads the page anew. While the service
 * does not answer, that would end in the browser's own page: the frame stays, and says so.
 */
const later = (load: Screen) =>
  lazyRouteComponent(async () => {
    try {
      return await unlessSilent(load());
    } catch (error) {
      if (!(error instanceof Silence) && (await answers())) throw error;
      // Whoever waits for the service hears when it is back.
      reachability.set(false);
      throw new Silence();
    }
  });

/** The parameters of every address are texts, so that a link to any screen may have those that it knows. */
const validateSearch = (given: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).filter((one): one is [string, string] => typeof one[1] === 'string' && one[1] !== ''),
  );

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFound,
  errorComponent: Crashed,
  validateSearch,
});

/** The first screen of the menu that the role may read. */
export function firstScreen() {
  const now = session.get();
  const permissions = now.phase === 'signedIn' ? now.viewer.permissions : [];
  return SCREENS.find(({ needs }) => permissions.includes(needs))?.to ?? '/me';
}

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: firstScreen(), replace: true });
  },
});

const today = createRoute({
  getParentRoute: () => root,
  path: '/today',
  component: later(() => import('../today/today-page.tsx')),
});

const analytics = createRoute({
  getParentRoute: () => root,
  path: '/analytics',
  component: later(() => import('../analytics/analytics-page.tsx')),
});

const devices = createRoute({
  getParentRoute: () => root,
  path: '/devices',
  component: later(() => import('../devices/devices-page.tsx')),
});

const device = createRoute({
  getParentRoute: () => root,
  path: '/devices/$id',
  component: later(() => import('../devices/device-page.tsx')),
});

const inventory = createRoute({
  getParentRoute: () => root,
  path: '/inventory',
  component: later(() => import('../inventory/batches-page.tsx')),
});

const batch = createRoute({
  getParentRoute: () => root,
  path: '/inventory/$id',
  component: later(() => import('../inventory/batch-page.tsx')),
});

const sales = createRoute({
  getParentRoute: () => root,
  path: '/sales',
  component: later(() => import('../sales/sales-page.tsx')),
});

const newSale = createRoute({
  getParentRoute: () => root,
  path: '/sales/new',
  component: later(() => import('../sales/new-sale-page.tsx')),
});

const sale = createRoute({
  getParentRoute: () => root,
  path: '/sales/$id',
  component: later(() => import('../sales/sale-page.tsx')),
});

const preorders = createRoute({
  getParentRoute: () => root,
  path: '/preorders',
  component: later(() => import('../preorders/preorders-page.tsx')),
});

const preorderBoard = createRoute({
  getParentRoute: () => root,
  path: '/preorders/board',
  component: later(() => import('../preorders/board-page.tsx')),
});

const preorderSettings = createRoute({
  getParentRoute: () => root,
  path: '/preorders/settings',
  component: later(() => import('../preorders/settings-page.tsx')),
});

const preorder = createRoute({
  getParentRoute: () => root,
  path: '/preorders/$id',
  component: later(() => import('../preorders/preorder-page.tsx')),
});

const team = createRoute({
  getParentRoute: () => root,
  path: '/team',
  component: later(() => import('../team/team-page.tsx')),
});

const admin = createRoute({
  getParentRoute: () => root,
  path: '/team/$id',
  component: later(() => import('../team/admin-page.tsx')),
});

const me = createRoute({
  getParentRoute: () => root,
  path: '/me',
  component: later(() => import('../me/me-page.tsx')),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: later(() => import('../settings/settings-page.tsx')),
});

const serviceAccounts = createRoute({
  getParentRoute: () => root,
  path: '/service-accounts',
  component: later(() => import('../service-accounts/service-accounts-page.tsx')),
});

const serviceAccount = createRoute({
  getParentRoute: () => root,
  path: '/service-accounts/$id',
  component: later(() => import('../service-accounts/service-account-page.tsx')),
});

const customers = createRoute({
  getParentRoute: () => root,
  path: '/customers',
  component: later(() => import('../customers/customers-page.tsx')),
});

const newCustomer = createRoute({
  getParentRoute: () => root,
  path: '/customers/new',
  component: later(() => import('../customers/new-customer-page.tsx')),
});

const customer = createRoute({
  getParentRoute: () => root,
  path: '/customers/$id',
  component: later(() => import('../customers/customer-page.tsx')),
});

const releases = createRoute({
  getParentRoute: () => root,
  path: '/releases',
  component: later(() => import('../releases/releases-page.tsx')),
});

const uploadRelease = createRoute({
  getParentRoute: () => root,
  path: '/releases/upload',
  component: later(() => import('../releases/upload-page.tsx')),
});

const release = createRoute({
  getParentRoute: () => root,
  path: '/releases/$id',
  component: later(() => import('../releases/release-page.tsx')),
});

const installations = createRoute({
  getParentRoute: () => root,
  path: '/installations',
  component: later(() => import('../installations/installations-page.tsx')),
});

const installation = createRoute({
  getParentRoute: () => root,
  path: '/installations/$id',
  component: later(() => import('../installations/installation-page.tsx')),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  component: later(() => import('../audit/audit-page.tsx')),
});

const auditEntry = createRoute({
  getParentRoute: () => root,
  path: '/audit/$id',
  component: later(() => import('../audit/entry-page.tsx')),
});

const claimCodes = createRoute({
  getParentRoute: () => root,
  path: '/claim-codes',
  component: later(() => import('../claim-codes/claim-codes-page.tsx')),
});

const uploadImage = createRoute({
  getParentRoute: () => root,
  path: '/releases/image',
  component: later(() => import('../releases/image-page.tsx')),
});

/** Parameters are texts: a serial of digits stays as it was typed. */
const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams(validateSearch(search));
  return parameters.size > 0 ? `?${parameters}` : '';
}

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    today,
    analytics,
    devices,
    device,
    inventory,
    batch,
    sales,
    newSale,
    sale,
    preorders,
    preorderBoard,
    preorderSettings,
    preorder,
    team,
    admin,
    me,
    settings,
    serviceAccounts,
    serviceAccount,
    customers,
    newCustomer,
    customer,
    releases,
    uploadRelease,
    release,
    installations,
    installation,
    audit,
    auditEntry,
    claimCodes,
    uploadImage,
  ]),
  basepath: '/console',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // The frame stays around a screen that fails.
  defaultErrorComponent: Crashed,
  defaultPendingComponent: WaitingPage,
  defaultPendingMs: 300,
  // A record that is still read shows the same.
  defaultPendingMinMs: 0,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
