import { jest } from '@jest/globals';
import { describeInstallationRaces } from './report-races.ts';

jest.setTimeout(120_000);
describeInstallationRaces();
