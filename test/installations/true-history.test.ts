import { describeTrueHistories } from './true-history-runs.ts';

describeTrueHistories();
