import { type PackageReport, securityStepsLeft } from '../../domain/firmware/package/index.ts';
import { line } from '../io.ts';

const LABEL_WIDTH = 12;

/** Formats a report as text. */
export function describeReport(path: string, report: PackageReport): string {
  const { manifest, firmware, signatures, problems } = report;
  const rows: (readonly [label: string, text: string])[] = [
    ['Package', `${path}, ${report.package.size} bytes`],
    ['', `sha256 ${report.package.sha256}`],
  ];
  if (manifest) {
    const { product, model, version, buildNumber, sequence, hardwareRevisions, securityVersion } = manifest;
    rows.push(['Release', `${product} ${model} ${version}, build ${buildNumber}, sequence ${sequence}`]);
    rows.push(['Hardware', hardwareRevisions.join(', ')]);
    rows.push(['Channels', manifest.allowedChannels.join(', ')]);
    rows.push([
      'Security',
      `version ${securityVersion}, ${securityStepsLeft(manifest)} steps left on ${manifest.firmware.chip}`,
    ]);
    if (manifest.minFromVersion) rows.push(['From', `${manifest.minFromVersion} or newer`]);
    if (manifest.minAppVersion) rows.push(['App', `${manifest.minAppVersion} or newer`]);
    if (manifest.source) rows.push(['Source', `${manifest.source.commit}, built ${manifest.source.builtAt}`]);
    rows.push(['Created', manifest.createdAt]);
    if (manifest.expiresAt) rows.push(['Expires', manifest.expiresAt]);
  }
  if (firmware) {
    rows.push(['Image', `${firmware.size} bytes`], ['', `sha256 ${firmware.sha256}`]);
    if (firmware.embedded) {
      const { chip, projectName, version, secureVersion, idfVersion } = firmware.embedded;
      rows.push(['', `${chip}, ${projectName} ${version}, security ${secureVersion}, ESP-IDF ${idfVersion}`]);
    }
  }
  rows.push(['Signatures', signatures.length === 0 ? 'none' : String(signatures.length)]);
  for (const { status, kid, keyLabel } of signatures)
    rows.push(['', `${status} ${kid}${keyLabel ? ` ${keyLabel}` : ''}`]);
  rows.push(['Problems', problems.length === 0 ? 'none' : String(problems.length)]);
  for (const { severity, code, message } of problems) rows.push(['', `${severity} ${code}: ${message}`]);
  return rows.map(([label, text]) => line(`${label.padEnd(LABEL_WIDTH)}${text}`)).join('');
}

/** Formats a report as JSON; the exact bytes of the manifest are in base64. */
export function reportJson({ manifestBytes, thresholds: _, ...report }: PackageReport): string {
  return `${JSON.stringify({ ...report, manifestBytes: manifestBytes?.toString('base64') ?? null }, null, 2)}\n`;
}
