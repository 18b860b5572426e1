import { describeResetAgainstTransfer } from './reset-against-transfer.ts';

describeResetAgainstTransfer();
