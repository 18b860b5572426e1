import type { Problem } from '../text/problem.ts';
import { askGate } from './gate.ts';
import { reachability } from './reachability.ts';

export type Uploaded<Data> =
  | { readonly data: Data; readonly problem?: undefined }
  | { readonly data?: undefined; readonly problem: Problem };

export interface Upload {
  /** The address of REST. */
  readonly path: string;
  readonly form: FormData;
  /** How much of it is sent, 0 to 1; at 1 the service works on it. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Sends a form with a file. An upload that meets an ended session waits for the sign-in and goes on. */
export async function upload<Data>(what: Upload): Promise<Uploaded<Data>> {
  const { status, text, requestId } = await send(what);
  reachability.set(status > 0 || what.signal.aborted);
  const body = parsed(text);
  if (status >= 200 && status < 300) return { data: body as Data };
  const error: Partial<Problem> = Object(Object(body).error);
  if (error.code === 'ADMIN_AUTH_REQUIRED' && (await askGate())) return upload<Data>(what);
  if (!error.code) return { problem: { code: 'NETWORK', message: '', params: {}, fields: [] } };
  const { code, message = '' } = error;
  return { problem: { code, message, params: {}, fields: [], requestId: error.requestId ?? requestId } };
}

interface Answer {
  /** 0: nothing answered. */
  readonly status: number;
  readonly text: string;
  readonly requestId?: string | undefined;
}

/** fetch does not say how much it has sent. */
function send({ path, form, onProgress, signal }: Upload): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('loadend', () =>
      resolve({
        status: request.status,
        text: request.responseText,
        requestId: request.getResponseHeader('x-request-id') ?? undefined,
      }),
    );
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
