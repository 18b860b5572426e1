import type { IncomingMessage } from 'node:http';
import type { TObject } from 'typebox';
import { fieldProblem, invalid, validationFailed } from '../../domain/kernel/errors.ts';
import type { UploadedFile } from '../../domain/kernel/input.ts';
import type { ObjectStorage, StagedObject } from '../../model/ports.ts';
import { payloadTooLarge } from '../errors.ts';
import { discardBody } from './discard-body.ts';
import { decodeField } from './form-text.ts';
import { boundaryOf } from './multipart-headers.ts';
import { type FormPart, partsOf } from './multipart-parts.ts';

/** Around the file: the other fields, boundaries and headers. */
const FORM_BYTES = 1024 * 1024;
/** One field; the longest of the contract has 8,000 characters, hence 32,000 bytes. */
const MAX_FIELD_BYTES = 64 * 1024;
/** Bytes of a rejected form that are read and discarded, so that a client that sends before it reads gets the error. */
const DISCARD_MS = 5_000;
const MAX_SHOWN_NAME = 64;

export interface FormOptions {
  /** The largest file, bytes. */
  readonly maxFileBytes: number;
  /** Stores the file temporarily and hashes it. */
  readonly stage: ObjectStorage['stage'];
}

/** A parsed form: its fields as strings, its file, and the cleanup after the call. */
export interface Form {
  readonly input: Record<string, unknown>;
  readonly dispose: () => Promise<void>;
}

/** The largest body of a form with a file of this size. */
export function formBytes(maxFileBytes: number): number {
  return maxFileBytes + FORM_BYTES;
}

/**
 * Reads a form (multipart/form-data, RFC 7578) as an operation's input declares it: its fields, which of them may be
 * repeated, and which is a file. Parts come in any order; undeclared fields are an error. A request without a body is an
 * empty form.
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE, MALFORMED_MULTIPART, INVALID_TEXT_ENCODING, VALIDATION_FAILED,
 *   PAYLOAD_TOO_LARGE; errors of `stage`
 */
export async function readForm(req: IncomingMessage, schema: TObject, options: FormOptions): Promise<Form> {
  const input: Record<string, unknown> = Object.create(null);
  const staged: StagedObject[] = [];
  const dispose = async () => {
    await Promise.all(staged.splice(0).map((file) => file.discard()));
  };
  if (isBodyless(req)) return { input, dispose };
  const maxBytes = formBytes(options.maxFileBytes);
  try {
    const boundary = boundaryOf(req.headers);
    if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw payloadTooLarge();
    for await (const part of partsOf(req, boundary, maxBytes)) await take(part, schema, input, staged, options);
    return { input, dispose };
  } catch (error) {
    await dispose();
    await discardBody(req, maxBytes, DISCARD_MS);
    throw error;
  }
}

function isBodyless({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] === undefined && (length === undefined || length === '0');
}

/** The schema of a form field. */
interface FieldSchema {
  readonly type?: string;
  readonly upload?: { readonly extension?: string };
}

async function take(
  part: FormPart,
  schema: TObject,
  input: Record<string, unknown>,
  staged: StagedObject[],
  options: FormOptions,
): Promise<void> {
  const { name } = part;
  const declared = Object.hasOwn(schema.properties, name)
    ? (schema.properties[name] as unknown as FieldSchema)
    : undefined;
  if (!declared) throw validationFailed([fieldProblem(name.slice(0, MAX_SHOWN_NAME), 'UNKNOWN_FIELD')]);
  if (name in input && declared.type !== 'array') throw malformed(`${name} must not be repeated.`);
  if (declared.upload) {
    requireFileName(part, declared.upload.extension);
    const file = await options.stage(part.bytes(), options.maxFileBytes);
    staged.push(file);
    if (file.size === 0) throw validationFailed([fieldProblem(name, 'EMPTY')]);
    input[name] = uploadedFile(file);
    return;
  }
  if (part.fileName !== undefined) throw validationFailed([fieldProblem(name, 'WRONG_TYPE', { type: 'string' })]);
  const text = decodeField(name, await bytesOf(part));
  input[name] = declared.type === 'array' ? [...((input[name] as unknown[] | undefined) ?? []), ...items(text)] : text;
}

function uploadedFile(file: StagedObject): UploadedFile {
  return { size: file.size, sha256: file.sha256, open: () => file.read() };
}

/** Checks a file's name: only the extension matters; paths and control characters are errors. */
function requireFileName({ name, fileName }: FormPart, extension: string | undefined): void {
  if (fileName === undefined) throw validationFailed([fieldProblem(name, 'WRONG_TYPE', { type: 'file' })]);
  if (/[\\/]/.test(fileName)) throw malformed('The name of a file must not be a path.');
  if (extension !== undefined && !fileName.toLowerCase().endsWith(extension)) {
    throw validationFailed([fieldProblem(name, 'WRONG_EXTENSION', { extension })]);
  }
}

async function bytesOf(part: FormPart): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part.bytes()) {
    size += chunk.length;
    if (size > MAX_FIELD_BYTES) {
      throw validationFailed([fieldProblem(part.name, 'TOO_LONG', { maximum: MAX_FIELD_BYTES, of: 'bytes' })]);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A repeatable field may also be sent once, as a JSON array; other text is a single value. */
function items(text: string): unknown[] {
  if (!text.trimStart().startsWith('[')) return [text];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [text];
  } catch {
    return [text];
  }
}

function malformed(problem: string) {
  return invalid('MALFORMED_MULTIPART', { problem });
}
