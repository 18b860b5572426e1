import type { Clock } from '../model/ports.ts';

/** A device's clock, in Unix milliseconds. */
export interface DeviceTime {
  nowMs(): number;
  /** A timestamp to sign: strictly increasing, unless the clock is corrected. */
  stamp(): number;
  /** Sets the clock from a reply's Date header. */
  correct(serverTime: Date): void;
  /** Drops the correction: the device lost its power. */
  forget(): void;
}

/** A clock that is off by `skewMs` until it is corrected. */
export function deviceTime(clock: Clock, skewMs: number): DeviceTime {
  let correctionMs = 0;
  let last = 0;
  const nowMs = () => clock.now().getTime() + skewMs + correctionMs;
  return {
    nowMs,
    stamp() {
      last = Math.max(nowMs(), last + 1);
      return last;
    },
    correct(serverTime) {
      correctionMs += serverTime.getTime() - nowMs();
      last = 0;
    },
    forget() {
      correctionMs = 0;
      last = 0;
    },
  };
}
