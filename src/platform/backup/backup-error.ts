/** A backup file cannot be used; the message says why in a sentence. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
