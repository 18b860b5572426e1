import { describeHostileCalls } from '../contract/hostile-runs.ts';

describeHostileCalls();
