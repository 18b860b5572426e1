import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';

/**
 * Sends bytes that never change at the speed of the client, slice by slice. The kernel would take megabytes of a large write at once, while
 * everybody else waits; and no client has more than a slice of it queued in this process.
 * @param res with status and headers
 */
export async function sendSlices(res: ServerResponse, bytes: Buffer, sliceBytes: number): Promise<void> {
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    if (!(await taken(res, bytes.subarray(at, at + sliceBytes)))) return;
    // A slice that the kernel takes at once would be followed by the next before any other request is served.
    await setImmediate();
  }
  res.end();
}

/** Writes bytes. Resolves when the system has them, so that their buffer can be reused; false if the client disconnected. */
export function taken(res: ServerResponse, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const gone = () => resolve(false);
    res.once('close', gone);
    res.write(bytes, (error) => {
      res.off('close', gone);
      resolve(!error);
    });
  });
}
