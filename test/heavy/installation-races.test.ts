import { jest } from '@jest/globals';
import { describeInstallationRaces } from '../installations/report-races.ts';

jest.setTimeout(900_000);
describeInstallationRaces();
