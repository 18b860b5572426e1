import { type Html, html } from '../../pages/html.ts';
import type { OpenApiDocument } from '../document-types.ts';
import { curlSample } from './curl-sample.ts';
import { javascriptSample } from './javascript-sample.ts';
import { pythonSample } from './python-sample.ts';
import type { Described } from './reader.ts';
import { sampleRequest } from './sample-request.ts';

/** How a request is made in three languages; credentials come from the environment. */
export function samplesOf(api: OpenApiDocument, described: Described): Html {
  const request = sampleRequest(api, described);
  return html`<h3>curl</h3>${code('curl', curlSample(request))}
<h3>JavaScript</h3>${code('javascript', javascriptSample(request))}
<h3>Python</h3>${code('python', pythonSample(request))}`;
}

/** Code that people who use a keyboard can scroll. */
export function code(language: string, text: string): Html {
  return html`<pre tabindex="0" data-language="${language}"><code>${text}</code></pre>`;
}
