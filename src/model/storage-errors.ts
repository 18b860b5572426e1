/** The errors of an object storage; part of the port that the domain uses. */

/** The storage is unreachable, answers incorrectly, or lost an object; a retry may help. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}

/** The storage is full. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}

/** The source has more bytes than the caller allows. */
export class ObjectTooLarge extends Error {
  override readonly name = 'ObjectTooLarge';
}
