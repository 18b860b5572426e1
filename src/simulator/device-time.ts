import type { Clock } from '../model/ports.ts';

/** A device's own idea of the time, in Unix milliseconds. */
export interface DeviceTime {
  /** The time as the device has it. */
  nowMs(): number;
  /** The time to sign with: never the same twice, never earlier than before, unless the clock was put right meanwhile. */
  stamp(): number;
  /** Puts the clock right by what the service says (a reply's Date header). */
  correct(serverTime: Date): void;
  /** The device lost its power, and with it what it had learnt about the time. */
  forget(): void;
}

/** A clock that is off by `skewMs` until the service puts it right. */
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
