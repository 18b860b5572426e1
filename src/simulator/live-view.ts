import type { Clock } from '../model/ports.ts';
import type { DeviceView } from './device.ts';
import type { FleetSummary } from './fleet-summary.ts';

const BAR = 30;
const DEFAULT_COLUMNS = 80;
/** Larger fleets are shown without a row per device. */
const MAX_ROWS = 24;
const REDRAW_MS = 250;
/** Interval of lines when the output is not a terminal. */
const LINE_MS = 5_000;
const UP = (lines: number) => `\x1b[${lines}A`;
const CLEAR_BELOW = '\x1b[J';
const CLEAR_LINE = '\x1b[K';

export interface FleetSnapshot {
  readonly views: readonly DeviceView[];
  readonly summary: FleetSummary;
}

export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Formats the fleet as lines of a table. */
export function drawFleet(views: readonly DeviceView[], summary: FleetSummary, elapsedSeconds: number): string[] {
  const { updates, powerCuts, unplugged, resumedDownloads, unreachable, reportsWaiting } = summary;
  const rows = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, count]) => `  ${name.padEnd(22)} ${String(count).padStart(5)} ${bar(count / summary.devices)}`);
  return [
    `${summary.devices} devices, ${elapsedSeconds} s`,
    'firmware',
    ...rows(summary.firmware),
    'activity',
    ...rows(summary.activities),
    ...(Object.keys(summary.reasons).length > 0 ? ['no offer because', ...rows(summary.reasons)] : []),
    `updates: ${updates.SUCCESS} succeeded, ${updates.ROLLED_BACK} rolled back, ${updates.FAILED} failed, ${updates.aborted} aborted`,
    `power cuts: ${powerCuts}, unplugged: ${unplugged}, resumed downloads: ${resumedDownloads}, unreachable: ${unreachable}, reports waiting: ${reportsWaiting}`,
    ...Object.entries(summary.refusals).map(([code, count]) => `errors ${code}: ${count}`),
    ...(views.length <= MAX_ROWS ? ['', ...views.map(deviceRow)] : []),
  ];
}

/** Formats the fleet as one line. */
export function fleetLine({ firmware, updates, powerCuts }: FleetSummary, elapsedSeconds: number): string {
  const versions = Object.entries(firmware).map(([version, count]) => `${version}: ${count}`);
  const ends = `${updates.SUCCESS} updated, ${updates.ROLLED_BACK} rolled back, ${updates.FAILED} failed`;
  return `${elapsedSeconds} s  ${versions.join('  ')}  (${ends}, ${powerCuts} power cuts)`;
}

/** Shows a running fleet: a table that is redrawn in place on a terminal, else a line every 5 seconds. */
export function liveView(screen: Screen, clock: Clock, look: () => FleetSnapshot) {
  const startedAt = clock.now().getTime();
  const elapsed = () => Math.round((clock.now().getTime() - startedAt) / 1000);
  let drawn = 0;
  function redraw(): void {
    const { views, summary } = look();
    if (!screen.isTTY) {
      screen.write(`${fleetLine(summary, elapsed())}\n`);
      return;
    }
    // Some terminals report a width of 0.
    const width = screen.columns || DEFAULT_COLUMNS;
    const lines = drawFleet(views, summary, elapsed()).map((line) => line.slice(0, width - 1));
    const home = drawn > 0 ? UP(drawn) : '';
    screen.write(`${home}${lines.map((line) => `${line}${CLEAR_LINE}\n`).join('')}${CLEAR_BELOW}`);
    drawn = lines.length;
  }
  const timer = setInterval(redraw, screen.isTTY ? REDRAW_MS : LINE_MS);
  return {
    /** Draws one last time. */
    stop(): void {
      clearInterval(timer);
      redraw();
    },
  };
}

function deviceRow({ serial, powered, activity, app, slot, progress }: DeviceView): string {
  const firmware = app ? `${app.version} in ${slot}` : '';
  const state = powered ? activity : 'OFF';
  return `  ${serial.padEnd(20)} ${firmware.padEnd(18)} ${state.padEnd(12)} ${progress === null ? '' : bar(progress)}`;
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * BAR);
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`;
}
