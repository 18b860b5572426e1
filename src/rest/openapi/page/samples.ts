import type { OpenApiDocument } from '../document-types.ts';
import { curlSample } from './curl-sample.ts';
import { javascriptSample } from './javascript-sample.ts';
import { pythonSample } from './python-sample.ts';
import type { Described } from './reader.ts';
import { sampleRequest } from './sample-request.ts';

/** How a request is made in three languages. */
export interface Samples {
  readonly curl: string;
  readonly javascript: string;
  readonly python: string;
}

/** Samples of a request; credentials come from the environment. */
export function samplesOf(api: OpenApiDocument, described: Described): Samples {
  const request = sampleRequest(api, described);
  return { curl: curlSample(request), javascript: javascriptSample(request), python: pythonSample(request) };
}
