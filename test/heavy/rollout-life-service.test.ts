import { describeRolloutLifeOfService } from '../installations/rollout-life-service.ts';

describeRolloutLifeOfService();
