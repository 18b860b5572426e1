const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EEXIST: 'the file already exists',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of its path is a file',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EFBIG: 'it would be larger than the system allows',
  EROFS: 'the disk is read-only',
};

/** What an error code of the system means, for an operator; the code itself if it is none of the usual ones. */
export function reasonOfFileError(code: string): string {
  return REASONS[code] ?? code;
}
