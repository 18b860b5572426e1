import { describeHiddenValues } from '../graphql/hidden-values.ts';

describeHiddenValues();
