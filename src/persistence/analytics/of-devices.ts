import { DeviceRecord } from '../../model/records/device.ts';
import { customerList } from '../customers/customer-list.ts';
import { deviceListAt } from '../devices/device-list.ts';
import { Source, sql } from '../sql/sql.ts';
import { type Across, guardOf, joinedBy } from './record-dimensions.ts';

/**
 * The device that records are of, who owns it now, and what leads from the two.
 * @param device as the records join it
 * @param needs the operation of the edge to it
 * @param except fields of the device that are none, because the records have their own
 */
export function ofDevices(
  device: Source,
  needs: string,
  except: readonly string[] = [],
): { readonly joins: readonly Source[]; readonly across: readonly Across[] } {
  const joined = joinedBy(device, deviceListAt(new Date(0)));
  const owner = new Source('customer', 'owned_by', sql`owned_by.id = ${device}.owner_id`);
  return {
    joins: [...joined.joins, owner],
    across: [
      { edge: 'device', needs: [needs], joined, except: ['online', 'owner', ...except] },
      {
        edge: 'owner',
        needs: [needs, guardOf(DeviceRecord, 'owner')],
        joined: joinedBy(owner, customerList),
        key: sql`${device}.owner_id`,
      },
    ],
  };
}
