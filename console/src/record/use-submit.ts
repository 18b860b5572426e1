import type { CombinedError } from '@urql/core';
import { useState } from 'react';
import { type Problem, problemOf } from '../api/problem.ts';
import { useText } from '../text/index.tsx';
import { problemBesides, problemOfField } from '../text/problem.ts';
import '../text/field-names.ts';

interface Submission {
  /** The same for every attempt of one form: an attempt that is repeated is carried out once. */
  readonly key: string;
  readonly isBusy: boolean;
  readonly problem: Problem | undefined;
  /** What is not said at a field. */
  readonly rest: Problem | undefined;
  /** What is wrong with a field, in words. */
  readonly errorOf: (path: string) => string | undefined;
  /** @returns the problem; undefined when it has succeeded */
  readonly submit: (
    call: (key: string) => Promise<{ readonly error?: CombinedError | undefined }>,
  ) => Promise<Problem | undefined>;
}

/** What every form does when it is sent. @param fields the paths that the form shows errors at */
export function useSubmit(fields: readonly string[]): Submission {
  const text = useText();
  const [key] = useState(() => crypto.randomUUID());
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  return {
    key,
    isBusy,
    problem,
    rest: problemBesides(problem, fields),
    errorOf: (path) => problemOfField(problem, path, text),
    async submit(call) {
      setBusy(true);
      const found = problemOf((await call(key)).error);
      setBusy(false);
      setProblem(found);
      return found;
    },
  };
}
