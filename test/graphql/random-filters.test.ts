import { describeRandomFilters } from './random-filters.ts';

describe('the language of filters', describeRandomFilters);
