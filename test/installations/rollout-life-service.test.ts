import { describeRolloutLifeOfService } from './rollout-life-service.ts';

describeRolloutLifeOfService();
