import type { Lang, Refusal } from "../platform/contract/errors.ts";
import type { Log } from "../platform/observability/log.ts";
import { workLoop, type WorkLoop } from "../platform/jobs/loop.ts";
import { validationErrors } from "./errors.ts";
import type { JudgedRun } from "./load.ts";
import { isUnderWay } from "./states.ts";
import { validationView, type Reader } from "./view.ts";

/** Who watches. */
export interface Watcher {
  readonly reader: Reader;
  readonly lang: Lang;
  /** Whether the key it came with is still good: a watch ends with it. */
  readonly isLetIn: () => Promise<boolean>;
}

/** Runs as their watchers see them change: one reader of the database per run, whoever watches it. */
export interface Watches {
  /** The run at once, again at every change, and its end; a comment while nothing happens. Refused when too many watch. */
  watch(run: JudgedRun, watcher: Watcher): AsyncIterable<Buffer> | Refusal;
  /** Ends every watch. */
  end(): Promise<void>;
}

const MOST_WATCHERS = 100;
const READ_MS = 500;
const COMMENT_MS = 15_000;
/** A revocation is felt within 5 s (decisions 6). */
const DOOR_MS = 2_000;
/** Clients of server-sent events come back by themselves. */
const LONGEST_MS = 30 * 60_000;
const COMMENT = Buffer.from(": \n\n");

interface Watched {
  run: JudgedRun;
  readonly loop: WorkLoop;
  /** Rouses whoever waits for the next change. */
  readonly waiting: Set<() => void>;
  watchers: number;
}

/** `load` reads a run again. */
export function createWatches({
  load,
  log,
}: {
  readonly load: (run: JudgedRun) => Promise<JudgedRun | undefined>;
  readonly log: Log;
}): Watches {
  const watched = new Map<string, Watched>();
  let watchers = 0;
  let ended = false;

  const rouse = ({ waiting }: Watched) => {
    for (const wake of waiting) wake();
    waiting.clear();
  };

  function join(run: JudgedRun): Watched {
    const id = run.row.validation_id;
    const known = watched.get(id);
    if (known) return known;
    const reading = async () => {
      const own = watched.get(id)!;
      own.run = (await load(own.run)) ?? own.run;
      rouse(own);
      return 0;
    };
    const made: Watched = {
      run,
      waiting: new Set(),
      watchers: 0,
      loop: workLoop({ name: "watched validation", pollMs: READ_MS, log, work: () => (watched.has(id) ? reading() : Promise.resolve(0)) }),
    };
    watched.set(id, made);
    return made;
  }

  function leave(own: Watched): void {
    watchers -= 1;
    own.watchers -= 1;
    if (own.watchers > 0) return;
    watched.delete(own.run.row.validation_id);
    void own.loop.stop();
  }

  /** Waits for the next reading, or the end. */
  const nextReading = ({ waiting }: Watched) =>
    new Promise<void>((resolve) => {
      waiting.add(resolve);
    });

  const goesOn = () => !ended;
  async function* told(run: JudgedRun, { reader, lang, isLetIn }: Watcher): AsyncGenerator<Buffer> {
    const own = join(run);
    // From here on: of a watch that nobody reads, as a HEAD's, nothing is ever begun or ended.
    watchers += 1;
    own.watchers += 1;
    let sent = "";
    try {
      const untilMs = performance.now() + LONGEST_MS;
      let saidMs = performance.now();
      let letInMs = saidMs;
      while (goesOn() && performance.now() < untilMs) {
        const text = JSON.stringify(validationView(own.run, reader, lang));
        if (text !== sent) {
          yield Buffer.from(`event: validation\ndata: ${text}\n\n`);
          [sent, saidMs] = [text, performance.now()];
        } else if (performance.now() - saidMs > COMMENT_MS) {
          yield COMMENT;
          saidMs = performance.now();
        }
        if (!isUnderWay(own.run.row.status)) return;
        await nextReading(own);
        if (performance.now() - letInMs < DOOR_MS) continue;
        if (!(await isLetIn())) return;
        letInMs = performance.now();
      }
    } finally {
      leave(own);
    }
  }

  return {
    watch(run, watcher) {
      if (watchers >= MOST_WATCHERS) return validationErrors.refuse("too_many_watchers", { retryAfterSeconds: 5 });
      return told(run, watcher);
    },
    async end() {
      ended = true;
      const loops = [...watched.values()];
      for (const own of loops) rouse(own);
      await Promise.all(loops.map(({ loop }) => loop.stop()));
    },
  };
}
