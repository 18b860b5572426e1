import { repetitions } from '../support/repetitions.ts';
import { describeHiddenValues } from './hidden-values.ts';

describeHiddenValues(repetitions({ quick: 60, heavy: 5, rare: 1 }));
