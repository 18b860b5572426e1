import { describeRandomMeasures } from '../analytics/random-measures.ts';

describe('measures of questions', describeRandomMeasures);
