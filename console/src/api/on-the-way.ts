/** Queries of one client that wait for their answer, by their keys. */
export interface OnTheWay {
  readonly began: (key: number) => void;
  readonly ended: (key: number) => void;
  /** What the query is about may have changed since it was sent. @returns whether it is on its way */
  readonly askedAgain: (key: number) => boolean;
  /** Whether it was asked again since it was sent. */
  readonly isOld: (key: number) => boolean;
}

export function onTheWay(): OnTheWay {
  const keys = new Map<number, boolean>();
  return {
    began: (key) => void keys.set(key, false),
    ended: (key) => void keys.delete(key),
    askedAgain(key) {
      const isSent = keys.has(key);
      if (isSent) keys.set(key, true);
      return isSent;
    },
    isOld: (key) => keys.get(key) === true,
  };
}
