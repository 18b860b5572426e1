import { describeRolloutLife } from '../installations/rollout-life-runs.ts';

describeRolloutLife();
