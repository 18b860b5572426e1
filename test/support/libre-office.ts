import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from './run.ts';

/** Where Debian's package `libreoffice-calc-nogui` has it. */
const SOFFICE = '/usr/bin/soffice';

/** True when this machine has LibreOffice Calc (Debian: `apt-get install --no-install-recommends libreoffice-calc-nogui`). */
export const hasLibreOffice = existsSync(SOFFICE) && existsSync('/usr/lib/libreoffice/program/libsclo.so');

/** A cell as LibreOffice has it. */
export interface SheetCell {
  readonly type: 'string' | 'float' | 'date' | 'boolean' | 'time';
  /** What is shown, or the value where it is no text. */
  readonly value: string;
  readonly isFormula: boolean;
}

/** The choices of the import dialog: the separator, or several of them, and the language as a Windows locale identifier. */
export interface ImportChoices {
  readonly separator: string;
  readonly language: number;
}

const UTF_8 = 76;
/** https://wiki.documentfoundation.org/Documentation/DevGuide/Spreadsheet_Documents#Filter_Options_for_the_CSV_Filter */
const filterOf = ({ separator, language }: ImportChoices): string => {
  const [quote, firstLine, isQuotedText, detectsNumbers, evaluatesFormulas] = ['"'.charCodeAt(0), 1, false, true, true];
  const separators = [...separator].map((sign) => sign.charCodeAt(0)).join('/');
  return `CSV:${separators},${quote},${UTF_8},${firstLine},,${language},${isQuotedText},${detectsNumbers},,,,,${evaluatesFormulas}`;
};

/** Opens a CSV file in LibreOffice. @returns the cells of its sheet; no cell may be empty */
export async function opened(csv: string, choices: ImportChoices): Promise<SheetCell[][]> {
  const [document = ''] = await documentsOf([csv], choices);
  return cellsOf(document);
}

/** Opens CSV files in LibreOffice. @returns the formulas that it found in each */
export async function formulasIn(files: readonly string[], choices: ImportChoices): Promise<string[][]> {
  const documents = await documentsOf(files, choices);
  return documents.map((document) =>
    [...document.matchAll(/table:formula="([^"]*)"/g)].map(([, formula = '']) => decoded(formula)),
  );
}

/** Flat OpenDocument spreadsheets, made by one start of LibreOffice. */
async function documentsOf(files: readonly string[], choices: ImportChoices): Promise<string[]> {
  const folder = temporaryFolder('sheet');
  const names = files.map((_csv, at) => `sheet${at}`);
  for (const [at, csv] of files.entries()) writeFileSync(join(folder, `${names[at]}.csv`), csv);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const filter = `--infilter=${filterOf(choices)}`;
  const paths = names.map((name) => join(folder, `${name}.csv`));
  await promisify(execFile)(
    SOFFICE,
    [profile, '--headless', filter, '--convert-to', 'fods', '--outdir', folder, ...paths],
    { env: { PATH: process.env.PATH, HOME: folder }, timeout: 120_000 },
  );
  return names.map((name) => readFileSync(join(folder, `${name}.fods`), 'utf8'));
}

/** The cells of a flat OpenDocument spreadsheet (OpenDocument 1.3, part 3, 9.1). */
function cellsOf(document: string): SheetCell[][] {
  return [...document.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<table:table-cell([^>]*)>(.*?)<\/table:table-cell>/gs)].map(
      ([, attributes = '', content = '']) => {
        const attribute = (name: string) => new RegExp(`office:${name}="([^"]*)"`).exec(attributes)?.[1];
        const lines = [...content.matchAll(/<text:p>(.*?)<\/text:p>/gs)].map(([, line = '']) => line);
        const value = attribute('date-value') ?? attribute('boolean-value') ?? attribute('value') ?? lines.join('\n');
        return {
          type: attribute('value-type') as SheetCell['type'],
          value: decoded(value),
          isFormula: attributes.includes('table:formula'),
        };
      },
    ),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(xml: string): string {
  return xml.replace(/&(\w+);/g, (_entity, name: string) => ENTITIES[name] ?? '?');
}
