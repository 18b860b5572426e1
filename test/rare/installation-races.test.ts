import { describeInstallationRaces } from '../installations/report-races.ts';

describeInstallationRaces();
