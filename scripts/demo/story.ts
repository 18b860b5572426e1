/** Tells each step in words with its result, and remembers whether all held. */
export class Story {
  #steps = 0;

  /** A heading. */
  chapter(title: string): void {
    console.log(`\n${title}`);
  }

  /** One step: what is done, and what came of it. Throws when it did not hold. */
  async step<T>(what: string, act: () => Promise<T>, result: (value: T) => string): Promise<T> {
    this.#steps += 1;
    process.stdout.write(`  ${String(this.#steps).padStart(2)}. ${what} … `);
    const value = await act();
    console.log(result(value));
    return value;
  }

  finish(): void {
    console.log(`\nAll ${this.#steps} steps held.`);
  }

  fail(error: unknown): void {
    console.log('FAILED');
    console.error(`\nStep ${this.#steps} did not hold: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Fails the step unless the fact holds. */
export function must(fact: boolean, otherwise: string): void {
  if (!fact) throw new Error(otherwise);
}
