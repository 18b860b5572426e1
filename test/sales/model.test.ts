import { describeSaleModel } from './model-runs.ts';

describeSaleModel();
