import { describeProvisionRace } from '../inventory/provision-race.ts';

describeProvisionRace();
