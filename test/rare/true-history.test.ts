import { describeTrueHistories } from '../installations/true-history-runs.ts';

describeTrueHistories();
