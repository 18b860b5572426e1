import { describeHiddenValues } from './hidden-values.ts';

describeHiddenValues();
