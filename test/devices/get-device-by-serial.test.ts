import { makeDevice } from '../support/factories/device.ts';
import { testsOfLookUp } from '../support/look-up-tests.ts';

describe('getDeviceBySerial: the device with a serial', () => {
  testsOfLookUp({
    field: 'deviceBySerial',
    by: 'serial',
    get: 'getDevice',
    one: 'device',
    notFound: 'DEVICE_NOT_FOUND',
    selection:
      'serial status model batch { code } presence { online } claimCode { lastFour } events { nodes { cause } }',
    longest: 64,
    make: async (app) => {
      const { id, serial } = await makeDevice(app, { status: 'ACTIVE' });
      return { id, value: serial };
    },
    variants: (serial) => ({
      same: [` ${serial} `, serial.toLowerCase(), serial.replace('-', '\u2013'), serial.replace('K', 'К')],
      others: [serial.slice(0, -1), '%'],
    }),
  });
});
