/** Where one backup is written to and read from. */
export interface BackupPlace {
  readonly name: string;
  exists(): Promise<boolean>;
  /** @throws BackupRefused if the folder that the backup belongs in is missing or cannot be written */
  requireFolder(): Promise<void>;
  /** Writes all or nothing. @returns the number of bytes */
  write(bytes: AsyncIterable<Uint8Array>): Promise<number>;
  /** The bytes from the beginning. Each call reads them again. */
  read(): AsyncIterable<Uint8Array>;
}

/** Where scheduled backups are. */
export interface BackupFolder {
  /** The place of a backup of this name. */
  place(name: string): BackupPlace;
  names(): Promise<string[]>;
  remove(name: string): Promise<void>;
}
