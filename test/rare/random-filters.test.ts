import { describeRandomFilters } from '../graphql/random-filters.ts';

describe('the language of filters', describeRandomFilters);
