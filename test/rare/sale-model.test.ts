import { describeSaleModel } from '../sales/model-runs.ts';

describeSaleModel();
