/** What an object storage throws; part of the port that the domain knows. */

/** The storage does not answer, answers wrongly, or lost what it had; a retry may help. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}

/** There is no room for another object. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}

/** The source gave more bytes than the caller wants to store. */
export class ObjectTooLarge extends Error {
  override readonly name = 'ObjectTooLarge';
}
