import { createHash } from 'node:crypto';
import type { OtaSlot } from '../model/enums.ts';

/**
 * The parts that survive a power cut: two firmware slots, the boot choice (otadata), settings (NVS) and one-time fuses, as
 * on an ESP32 whose bootloader has rollback and anti-rollback enabled.
 * Source: ESP-IDF Programming Guide, "Over The Air Updates", sections "App Rollback" and "Anti-rollback".
 */

/** UNDEFINED: erased or never chosen for boot. */
export type SlotState = 'UNDEFINED' | 'NEW' | 'PENDING_VERIFY' | 'VALID' | 'INVALID' | 'ABORTED';

/** The identity that an image reports when it runs. */
export interface AppImage {
  readonly version: string;
  readonly buildNumber: number;
  readonly securityVersion: number;
}

/** The booted slot and the image in it. */
export interface Running {
  readonly slot: OtaSlot;
  readonly app: AppImage;
  /** First run of the image: the next boot aborts it unless it is marked valid. */
  readonly pendingVerify: boolean;
}

/** Thrown at a power cut: everything not yet written is lost. */
export class PowerCut extends Error {
  override readonly name = 'PowerCut';
}

/** Called before each step that a power cut can precede; throws PowerCut to cut the power. `point` names the step. */
export type Power = (point: string) => void;

interface Slot {
  bytes: Buffer;
  /** Identity of the image; null while the slot has no complete image. */
  app: AppImage | null;
  /** SHA-256 at the end of the image, which the bootloader checks. Null: flashed by the factory. */
  digest: string | null;
  state: SlotState;
  /** The bootloader starts the bootable slot with the highest sequence. */
  sequence: number;
}

export interface Board<Settings extends object> {
  /** A copy of the settings in flash. */
  settings(): Settings;
  /** Changes settings; one call writes all of its changes or none. */
  writeSettings(changes: Partial<Settings>): void;
  /** The slot that is not running. */
  spareSlot(running: OtaSlot): OtaSlot;
  slotState(slot: OtaSlot): SlotState;
  /** Erases a slot for an image of `size` bytes. */
  erase(slot: OtaSlot, size: number): void;
  /** Writes bytes; a power cut leaves the first half of them written. */
  write(slot: OtaSlot, offset: number, bytes: Uint8Array): void;
  /** The first bytes of a slot. */
  read(slot: OtaSlot, length: number): Buffer;
  /** Selects a complete image for the next boot; its state becomes NEW. */
  chooseForBoot(slot: OtaSlot, app: AppImage): void;
  /** Confirms the running image and burns its security version into the fuses. */
  markValid(slot: OtaSlot): void;
  /** Rejects the running image; the next boot uses the other slot. */
  markInvalid(slot: OtaSlot): void;
  /** The highest security version ever marked valid: images below it never boot. */
  fusedSecurityVersion(): number;
  /** Flips a bit of a stored image, as worn flash does. */
  corrupt(slot: OtaSlot): void;
  /** The bootloader. @throws Error when no slot can be booted */
  boot(): Running;
}

/** A board as it leaves the factory: `app` runs in ota_0 and is valid. */
export function createBoard<Settings extends object>(
  app: AppImage,
  factorySettings: Settings,
  power: Power,
): Board<Settings> {
  const slots: Record<OtaSlot, Slot> = {
    ota_0: { bytes: Buffer.alloc(0), app, digest: null, state: 'VALID', sequence: 1 },
    ota_1: { bytes: Buffer.alloc(0), app: null, digest: null, state: 'UNDEFINED', sequence: 0 },
  };
  let settings: Settings = { ...factorySettings };
  let fused = app.securityVersion;
  const spareSlot = (running: OtaSlot): OtaSlot => (running === 'ota_0' ? 'ota_1' : 'ota_0');

  function isBootable({ app, bytes, digest, state }: Slot): boolean {
    if (app === null || state === 'UNDEFINED' || state === 'INVALID' || state === 'ABORTED') return false;
    if (app.securityVersion < fused) return false;
    return digest === null || sha256(bytes) === digest;
  }

  return {
    settings: () => ({ ...settings }),
    writeSettings(changes) {
      power(`settings ${Object.keys(changes).join(' ')}`);
      settings = { ...settings, ...changes };
    },
    spareSlot,
    slotState: (slot) => slots[slot].state,
    erase(slot, size) {
      power('erase');
      slots[slot] = { bytes: Buffer.alloc(size, 0xff), app: null, digest: null, state: 'UNDEFINED', sequence: 0 };
    },
    write(slot, offset, bytes) {
      const target = slots[slot].bytes;
      try {
        power('flash');
      } catch (cut) {
        target.set(bytes.subarray(0, bytes.length >> 1), offset);
        throw cut;
      }
      target.set(bytes, offset);
    },
    read: (slot, length) => Buffer.from(slots[slot].bytes.subarray(0, length)),
    chooseForBoot(slot, app) {
      power('otadata new');
      const { bytes } = slots[slot];
      const sequence = slots[spareSlot(slot)].sequence + 1;
      slots[slot] = { bytes, app, digest: sha256(bytes), state: 'NEW', sequence };
    },
    markValid(slot) {
      power('otadata valid');
      slots[slot].state = 'VALID';
      fused = Math.max(fused, slots[slot].app?.securityVersion ?? 0);
    },
    markInvalid(slot) {
      power('otadata invalid');
      slots[slot].state = 'INVALID';
    },
    fusedSecurityVersion: () => fused,
    corrupt(slot) {
      const { bytes } = slots[slot];
      bytes[0] = (bytes[0] ?? 0) ^ 1;
    },
    boot() {
      power('boot');
      const order = Object.values(slots).toSorted((one, other) => other.sequence - one.sequence);
      for (const slot of order) if (slot.state === 'PENDING_VERIFY') slot.state = 'ABORTED';
      const chosen = order.find(isBootable);
      if (!chosen?.app) throw new Error('No slot can be booted.');
      if (chosen.state === 'NEW') chosen.state = 'PENDING_VERIFY';
      return {
        slot: chosen === slots.ota_0 ? 'ota_0' : 'ota_1',
        app: chosen.app,
        pendingVerify: chosen.state === 'PENDING_VERIFY',
      };
    },
  };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
