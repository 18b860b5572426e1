import type { ServerResponse } from 'node:http';

interface Line {
  running: number;
  /** In the order of their arrival. */
  readonly waiting: Set<() => void>;
}

/** Lets a number of works of each name run at once; further ones wait in their order. */
export class Turns {
  readonly #atOnce: number;
  readonly #lines = new Map<string, Line>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Does the work in its turn, and not at all when the client leaves before. */
  async take(name: string, res: ServerResponse, work: () => Promise<void>): Promise<void> {
    const line = this.#lines.get(name) ?? { running: 0, waiting: new Set() };
    this.#lines.set(name, line);
    if (line.running < this.#atOnce) line.running += 1;
    else if (!(await turnIn(line, res))) return;
    try {
      if (!res.destroyed) await work();
    } finally {
      this.#pass(name, line);
    }
  }

  /** Hands the turn to the next one who waits. */
  #pass(name: string, line: Line): void {
    const [next] = line.waiting;
    if (next) {
      line.waiting.delete(next);
      next();
      return;
    }
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(name);
  }
}

/** Resolves when it is this one's turn; false if the client left. */
function turnIn({ waiting }: Line, res: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const begin = () => {
      res.off('close', leave);
      resolve(true);
    };
    const leave = () => {
      waiting.delete(begin);
      resolve(false);
    };
    waiting.add(begin);
    res.once('close', leave);
  });
}
