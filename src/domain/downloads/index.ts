export { type DownloadUrl, openDownload } from './open-download.ts';
