import { describeRolloutLife } from './rollout-life-runs.ts';

describeRolloutLife();
