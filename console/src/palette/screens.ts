import {
  CreditCardIcon,
  DeviceDesktopIcon,
  DownloadIcon,
  GearIcon,
  GraphIcon,
  HashIcon,
  HomeIcon,
  type Icon,
  InboxIcon,
  KeyIcon,
  LogIcon,
  PackageIcon,
  PeopleIcon,
  PersonIcon,
  PlusIcon,
  RocketIcon,
  UploadIcon,
} from '@primer/octicons-react';
import type { SearchKind } from '../api/generated/enums.ts';
import type { TextKey } from '../text/index.tsx';

export interface Screen {
  readonly to:
    | '/today'
    | '/analytics'
    | '/devices'
    | '/inventory'
    | '/sales'
    | '/preorders'
    | '/team'
    | '/me'
    | '/settings'
    | '/service-accounts'
    | '/customers'
    | '/releases'
    | '/installations'
    | '/audit'
    | '/claim-codes';
  readonly label: TextKey;
  readonly icon: Icon;
  /** The operation that its screen needs. */
  readonly needs: string;
  /** Reached by the account, not by the menu. */
  readonly isOwn?: boolean;
  /** The records that it lists, as a search names them, and the path of one. */
  readonly kind?: SearchKind;
  readonly record?:
    | '/devices/$id'
    | '/inventory/$id'
    | '/sales/$id'
    | '/preorders/$id'
    | '/team/$id'
    | '/customers/$id'
    | '/releases/$id';
}

/** The screens that there are, in the order of the menu. */
export const SCREENS: readonly Screen[] = [
  { to: '/today', label: 'nav.today', icon: HomeIcon, needs: 'getOverview' },
  { to: '/analytics', label: 'nav.analytics', icon: GraphIcon, needs: 'getAnalyticsCatalog' },
  {
    to: '/devices',
    label: 'nav.devices',
    icon: DeviceDesktopIcon,
    needs: 'listDevices',
    kind: 'DEVICE',
    record: '/devices/$id',
  },
  {
    to: '/customers',
    label: 'nav.customers',
    icon: PersonIcon,
    needs: 'listCustomers',
    kind: 'CUSTOMER',
    record: '/customers/$id',
  },
  {
    to: '/sales',
    label: 'nav.sales',
    icon: CreditCardIcon,
    needs: 'listSales',
    kind: 'SALE',
    record: '/sales/$id',
  },
  {
    to: '/preorders',
    label: 'nav.preorders',
    icon: InboxIcon,
    needs: 'listPreorders',
    kind: 'PREORDER',
    record: '/preorders/$id',
  },
  {
    to: '/inventory',
    label: 'nav.inventory',
    icon: PackageIcon,
    needs: 'listBatches',
    kind: 'BATCH',
    record: '/inventory/$id',
  },
  { to: '/claim-codes', label: 'nav.claimCodes', icon: HashIcon, needs: 'listClaimCodes' },
  {
    to: '/releases',
    label: 'nav.releases',
    icon: RocketIcon,
    needs: 'listReleases',
    kind: 'RELEASE',
    record: '/releases/$id',
  },
  { to: '/installations', label: 'nav.installations', icon: DownloadIcon, needs: 'listInstallations' },
  { to: '/team', label: 'nav.team', icon: PeopleIcon, needs: 'listTeam', kind: 'ADMIN', record: '/team/$id' },
  { to: '/service-accounts', label: 'nav.scripts', icon: KeyIcon, needs: 'listServiceAccounts' },
  { to: '/audit', label: 'nav.audit', icon: LogIcon, needs: 'listAuditEntries' },
  { to: '/settings', label: 'nav.settings', icon: GearIcon, needs: 'getSettings' },
  { to: '/me', label: 'nav.me', icon: PersonIcon, needs: 'listSessions', isOwn: true },
];

/** Pages where something new begins, for whoever types what they want to make. */
export const MAKING = [
  { to: '/sales/new', label: 'nav.newSale', words: 'palette.sellWords', icon: PlusIcon, needs: 'createSale' },
  {
    to: '/customers/new',
    label: 'nav.newCustomer',
    words: 'palette.customerWords',
    icon: PlusIcon,
    needs: 'createCustomer',
  },
  {
    to: '/releases/upload',
    label: 'nav.upload',
    words: 'palette.uploadWords',
    icon: UploadIcon,
    needs: 'uploadPackage',
  },
] as const satisfies readonly {
  readonly to: NewPage;
  readonly label: TextKey;
  /** Other words by which the palette finds it. */
  readonly words: TextKey;
  readonly icon: Icon;
  readonly needs: string;
}[];

/** Pages of a screen that need another operation than the screen. */
const PAGES = {
  '/customers/new': 'createCustomer',
  '/sales/new': 'createSale',
  '/releases/image': 'uploadLegacyRelease',
  '/releases/upload': 'uploadPackage',
} as const;

export type NewPage = keyof typeof PAGES;

/** The operation that the page at a path needs. */
export function neededBy(path: string): string | undefined {
  const pages: Readonly<Record<string, string>> = PAGES;
  return pages[path] ?? SCREENS.find(({ to }) => path.startsWith(to))?.needs;
}
