import { describeRandomComparisons } from '../analytics/random-comparisons.ts';

describe('questions with a comparison', describeRandomComparisons);
