import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import DevicesPage from '../devices/devices-page.tsx';
import { Crashed, Frame, NotFound } from './frame.tsx';

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound, errorComponent: Crashed });

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/devices', replace: true });
  },
});

const devices = createRoute({
  getParentRoute: () => root,
  path: '/devices',
  component: DevicesPage,
});

const device = createRoute({
  getParentRoute: () => root,
  path: '/devices/$id',
  component: lazyRouteComponent(() => import('../devices/device-page.tsx')),
});

const inventory = createRoute({
  getParentRoute: () => root,
  path: '/inventory',
  component: lazyRouteComponent(() => import('../inventory/batches-page.tsx')),
});

const batch = createRoute({
  getParentRoute: () => root,
  path: '/inventory/$id',
  component: lazyRouteComponent(() => import('../inventory/batch-page.tsx')),
});

const sales = createRoute({
  getParentRoute: () => root,
  path: '/sales',
  component: lazyRouteComponent(() => import('../sales/sales-page.tsx')),
});

const newSale = createRoute({
  getParentRoute: () => root,
  path: '/sales/new',
  component: lazyRouteComponent(() => import('../sales/new-sale-page.tsx')),
});

const sale = createRoute({
  getParentRoute: () => root,
  path: '/sales/$id',
  component: lazyRouteComponent(() => import('../sales/sale-page.tsx')),
});

const preorders = createRoute({
  getParentRoute: () => root,
  path: '/preorders',
  component: lazyRouteComponent(() => import('../preorders/preorders-page.tsx')),
});

const preorderBoard = createRoute({
  getParentRoute: () => root,
  path: '/preorders/board',
  component: lazyRouteComponent(() => import('../preorders/board-page.tsx')),
});

const preorderSettings = createRoute({
  getParentRoute: () => root,
  path: '/preorders/settings',
  component: lazyRouteComponent(() => import('../preorders/settings-page.tsx')),
});

const preorder = createRoute({
  getParentRoute: () => root,
  path: '/preorders/$id',
  component: lazyRouteComponent(() => import('../preorders/preorder-page.tsx')),
});

const team = createRoute({
  getParentRoute: () => root,
  path: '/team',
  component: lazyRouteComponent(() => import('../team/team-page.tsx')),
});

const admin = createRoute({
  getParentRoute: () => root,
  path: '/team/$id',
  component: lazyRouteComponent(() => import('../team/admin-page.tsx')),
});

const me = createRoute({
  getParentRoute: () => root,
  path: '/me',
  component: lazyRouteComponent(() => import('../me/me-page.tsx')),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('../settings/settings-page.tsx')),
});

const serviceAccounts = createRoute({
  getParentRoute: () => root,
  path: '/service-accounts',
  component: lazyRouteComponent(() => import('../service-accounts/service-accounts-page.tsx')),
});

const serviceAccount = createRoute({
  getParentRoute: () => root,
  path: '/service-accounts/$id',
  component: lazyRouteComponent(() => import('../service-accounts/service-account-page.tsx')),
});

const customers = createRoute({
  getParentRoute: () => root,
  path: '/customers',
  component: lazyRouteComponent(() => import('../customers/customers-page.tsx')),
});

const newCustomer = createRoute({
  getParentRoute: () => root,
  path: '/customers/new',
  component: lazyRouteComponent(() => import('../customers/new-customer-page.tsx')),
});

const customer = createRoute({
  getParentRoute: () => root,
  path: '/customers/$id',
  component: lazyRouteComponent(() => import('../customers/customer-page.tsx')),
});

const releases = createRoute({
  getParentRoute: () => root,
  path: '/releases',
  component: lazyRouteComponent(() => import('../releases/releases-page.tsx')),
});

const uploadRelease = createRoute({
  getParentRoute: () => root,
  path: '/releases/upload',
  component: lazyRouteComponent(() => import('../releases/upload-page.tsx')),
});

const release = createRoute({
  getParentRoute: () => root,
  path: '/releases/$id',
  component: lazyRouteComponent(() => import('../releases/release-page.tsx')),
});

const installations = createRoute({
  getParentRoute: () => root,
  path: '/installations',
  component: lazyRouteComponent(() => import('../installations/installations-page.tsx')),
});

const installation = createRoute({
  getParentRoute: () => root,
  path: '/installations/$id',
  component: lazyRouteComponent(() => import('../installations/installation-page.tsx')),
});

/** Parameters are texts: a serial of digits stays as it was typed. */
const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams(
    Object.entries(search).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    ),
  );
  return parameters.size > 0 ? `?${parameters}` : '';
}

export const router = createRouter({
  routeTree: root.addChildren([start, devices, device, inventory, batch, sales, newSale, sale, preorders, preorderBoard, preorderSettings, preorder, team, admin, me, settings, serviceAccounts, serviceAccount, customers, newCustomer, customer, releases, uploadRelease, release, installations, installation]),
  basepath: '/console',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
