import { describeInstallationRaces } from './report-races.ts';

describeInstallationRaces();
