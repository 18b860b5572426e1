export { openDownload } from './open-download.ts';
