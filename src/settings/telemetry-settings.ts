import type { TelemetrySettings, TraceSettings } from '../model/ports.ts';
import type { SettingReader } from './setting-reader.ts';

export function readTelemetrySettings(settings: SettingReader): TelemetrySettings {
  const host = settings.host('METRICS_HOST');
  const hasMetrics = settings.text('METRICS_PORT') !== undefined;
  return {
    metrics: hasMetrics ? { host, port: settings.integer('METRICS_PORT', 9464, 0, 65_535) } : undefined,
    traces: settings.text('OTEL_EXPORTER_OTLP_ENDPOINT') ? readTraceSettings(settings) : undefined,
    slowStatementMs: settings.integer('SLOW_STATEMENT_MS', 1_000, 0, 600_000),
  };
}

function readTraceSettings(settings: SettingReader): TraceSettings {
  const endpoint = settings.url('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318', ['http:', 'https:']);
  const headers = settings.list('OTEL_EXPORTER_OTLP_HEADERS').map((pair) => /^([\w-]+)\s*=\s*(.+)$/.exec(pair));
  if (!headers.every((pair) => pair !== null)) {
    settings.problems.push('OTEL_EXPORTER_OTLP_HEADERS must be comma-separated pairs of name=value');
  }
  const ratio = Number(settings.text('OTEL_TRACES_SAMPLER_ARG') ?? '1');
  if (!(ratio >= 0 && ratio <= 1)) settings.problems.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1');
  return {
    url: `${endpoint.href.replace(/\/$/, '')}/v1/traces`,
    headers: Object.fromEntries(headers.flatMap((pair) => (pair ? [[pair[1], decoded(pair[2] ?? '')]] : []))),
    serviceName: settings.text('OTEL_SERVICE_NAME') ?? 'karvon',
    ratio,
  };
}

/** A value of a header may be percent-encoded, so that it can contain a comma. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
