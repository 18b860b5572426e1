/** Prints each step with its result, and counts the steps. */
export class Story {
  #steps = 0;

  /** Prints a heading. */
  chapter(title: string): void {
    console.log(`\n${title}`);
  }

  /** Runs one step and prints its result. Throws when the step fails. */
  async step<T>(what: string, act: () => Promise<T>, result: (value: T) => string): Promise<T> {
    this.#steps += 1;
    process.stdout.write(`  ${String(this.#steps).padStart(2)}. ${what} … `);
    const value = await act();
    console.log(result(value));
    return value;
  }

  finish(): void {
    console.log(`\nAll ${this.#steps} steps passed.`);
  }

  fail(error: unknown): void {
    console.log('FAILED');
    console.error(`\nStep ${this.#steps} failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Fails the step with the message unless the condition is true. */
export function must(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}
