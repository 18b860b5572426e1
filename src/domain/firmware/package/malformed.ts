/** The bytes are not a valid `.release` package; the message names the problem and is shown to the caller. */
export class MalformedPackage extends Error {
  override readonly name = 'MalformedPackage';
}
