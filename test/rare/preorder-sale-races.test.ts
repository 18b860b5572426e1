import { describePreorderSaleRaces } from '../sales/preorder-races.ts';

describePreorderSaleRaces();
