import { describeHostileCalls } from './hostile-runs.ts';

describeHostileCalls();
