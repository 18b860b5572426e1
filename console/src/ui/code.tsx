import type { ReactNode } from 'react';

/** What people compare letter by letter: a serial, a claim code, the number of a sale, the code of a batch. */
export const Code = ({ children }: { readonly children: ReactNode }) => <span className="k-mono">{children}</span>;

/** Hides all of a claim code but its last four letters. @param known the code, masked or not, or those letters */
export const maskedCode = (known: string) => `•••• ${known.slice(-4)}`;
