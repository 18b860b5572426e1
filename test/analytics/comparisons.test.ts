import { describeRandomComparisons } from './random-comparisons.ts';

describe('questions with a comparison', describeRandomComparisons);
