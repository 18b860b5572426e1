export { getLatestFirmware } from './get-latest-firmware.ts';
