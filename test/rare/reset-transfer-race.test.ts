import { describeResetAgainstTransfer } from '../devices/reset-against-transfer.ts';

describeResetAgainstTransfer();
