/** The bytes are not a `.release` package; the message says what is wrong and is shown to the caller. */
export class MalformedPackage extends Error {
  override readonly name = 'MalformedPackage';
}
