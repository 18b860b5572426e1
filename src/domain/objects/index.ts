export { holdObject } from './hold-object.ts';
export { type DownloadUrl, openDownload } from './open-download.ts';
export { sweepObjects } from './sweep-objects.ts';
