import { Fragment } from 'react';
import { partsOf } from './breakable-parts.ts';

/** An e-mail address that a narrow column breaks behind its @ and its dots, and not in the middle of a word. */
export function Breakable({ text }: { readonly text: string }) {
  return partsOf(text).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name, and never move
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ));
}
