import { House20261121 } from '../../migrations/2026-11-21-house.ts';
import { Commerce20261121 } from '../../migrations/2026-11-21b-commerce.ts';
import { Firmware20261121 } from '../../migrations/2026-11-21c-firmware.ts';
import { CliTransport20261122 } from '../../migrations/2026-11-22-cli-transport.ts';
import { InitialPassword20261122 } from '../../migrations/2026-11-22-initial-password.ts';
import { NestedLists20261122 } from '../../migrations/2026-11-22-nested-lists.ts';
import { SignInNetworks20261122 } from '../../migrations/2026-11-22-sign-in-networks.ts';
import { InstallationLists20261122 } from '../../migrations/2026-11-22b-installation-lists.ts';
import { RootLists20261122 } from '../../migrations/2026-11-22c-root-lists.ts';
import { WatchedChanges20261122 } from '../../migrations/2026-11-22d-watched-changes.ts';
import { FailedInstallations20261122 } from '../../migrations/2026-11-22e-failed-installations.ts';
import { DeviceDays20261122 } from '../../migrations/2026-11-22f-device-days.ts';
import { PreorderSales20261122 } from '../../migrations/2026-11-22g-preorder-sales.ts';
import { Tallies20261122 } from '../../migrations/2026-11-22h-tallies.ts';
import { LargeLists20261122 } from '../../migrations/2026-11-22i-large-lists.ts';
import { SavedQuestions20261122 } from '../../migrations/2026-11-22j-saved-questions.ts';
import { ServiceAccounts20261123 } from '../../migrations/2026-11-23a-service-accounts.ts';
import { SortIndexes20261123 } from '../../migrations/2026-11-23b-sort-indexes.ts';
import { CustomerSums20261123 } from '../../migrations/2026-11-23c-customer-sums.ts';
import { PresenceColumns20261125 } from '../../migrations/2026-11-25a-presence-columns.ts';
import { PresenceTally20261125 } from '../../migrations/2026-11-25b-presence-tally.ts';
import { TallySums20261125 } from '../../migrations/2026-11-25c-tally-sums.ts';

/** Every migration in order. A migration is never edited after it has landed. */
export const migrations = [
  { name: '2026-11-21-house', class: House20261121 },
  { name: '2026-11-21b-commerce', class: Commerce20261121 },
  { name: '2026-11-21c-firmware', class: Firmware20261121 },
  { name: '2026-11-22-cli-transport', class: CliTransport20261122 },
  { name: '2026-11-22-initial-password', class: InitialPassword20261122 },
  { name: '2026-11-22-nested-lists', class: NestedLists20261122 },
  { name: '2026-11-22-sign-in-networks', class: SignInNetworks20261122 },
  { name: '2026-11-22b-installation-lists', class: InstallationLists20261122 },
  { name: '2026-11-22c-root-lists', class: RootLists20261122 },
  { name: '2026-11-22d-watched-changes', class: WatchedChanges20261122 },
  { name: '2026-11-22e-failed-installations', class: FailedInstallations20261122 },
  { name: '2026-11-22f-device-days', class: DeviceDays20261122 },
  { name: '2026-11-22g-preorder-sales', class: PreorderSales20261122 },
  { name: '2026-11-22h-tallies', class: Tallies20261122 },
  { name: '2026-11-22i-large-lists', class: LargeLists20261122 },
  { name: '2026-11-22j-saved-questions', class: SavedQuestions20261122 },
  { name: '2026-11-23a-service-accounts', class: ServiceAccounts20261123 },
  { name: '2026-11-23b-sort-indexes', class: SortIndexes20261123 },
  { name: '2026-11-23c-customer-sums', class: CustomerSums20261123 },
  { name: '2026-11-25a-presence-columns', class: PresenceColumns20261125 },
  { name: '2026-11-25b-presence-tally', class: PresenceTally20261125 },
  { name: '2026-11-25c-tally-sums', class: TallySums20261125 },
];
