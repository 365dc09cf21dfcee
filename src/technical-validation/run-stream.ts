import type { Lang, Refusal } from "../platform/contract/index.ts";
import type { Log } from "../platform/observability/index.ts";
import { type JobLoop, startJobLoop } from "../platform/jobs/index.ts";
import { validationErrors } from "./errors.ts";
import type { EvaluatedRun } from "./load.ts";
import { isActive } from "./states.ts";
import { validationView, type Reader } from "./view.ts";

/** A caller that watches a run. */
export interface Subscriber {
  readonly reader: Reader;
  readonly lang: Lang;
  /** Whether the subscriber's credential or operator key is still valid. The stream ends when it is not. */
  readonly isStillAuthorized: () => Promise<boolean>;
}

/** Streams the changes of runs as server-sent events. Subscribers of the same run share one poll of the database. */
export interface RunStreams {
  /**
   * Sends the run now and after every change, until the run ends, or at most for `STREAM_MAX_MS`. Sends comments while nothing changes.
   * Refuses with `too_many_watchers` when too many streams are open.
   */
  subscribe(run: EvaluatedRun, subscriber: Subscriber): AsyncIterable<Buffer> | Refusal;
  /** Ends every stream. */
  end(): Promise<void>;
}

const MAX_SUBSCRIBERS = 100;
const POLL_MS = 500;
const COMMENT_MS = 15_000;
/** Time between two checks of a subscriber's credential or key. A stream must end within 5 s after the credential or key is revoked (decisions 6). */
const AUTHORIZATION_CHECK_MS = 2_000;
/** Maximum duration of a stream. Clients of server-sent events reconnect automatically. */
const STREAM_MAX_MS = 30 * 60_000;
const COMMENT = Buffer.from(": \n\n");

/** A run that is polled because it has subscribers. */
interface PolledRun {
  run: EvaluatedRun;
  readonly poll: JobLoop;
  /** Functions that wake the subscribers. Each resolves the promise of one subscriber that waits for the next poll. */
  readonly waiting: Set<() => void>;
  subscribers: number;
}

interface State {
  /** Reads a run again. Undefined when the run no longer exists. */
  readonly load: (run: EvaluatedRun) => Promise<EvaluatedRun | undefined>;
  readonly log: Log;
  readonly polledRuns: Map<string, PolledRun>;
  subscribers: number;
  ended: boolean;
}

/** Creates the streams of this process. */
export function createRunStreams({ load, log }: Pick<State, "load" | "log">): RunStreams {
  const state: State = { load, log, polledRuns: new Map(), subscribers: 0, ended: false };
  return {
    subscribe(run, subscriber) {
      if (state.subscribers >= MAX_SUBSCRIBERS) return validationErrors.refuse("too_many_watchers", { retryAfterSeconds: 5 });
      return streamOf(state, run, subscriber);
    },
    async end() {
      state.ended = true;
      const polledRuns = [...state.polledRuns.values()];
      for (const polled of polledRuns) wakeSubscribers(polled);
      await Promise.all(polledRuns.map(({ poll }) => poll.stop()));
    },
  };
}

async function* streamOf(state: State, run: EvaluatedRun, { reader, lang, isStillAuthorized }: Subscriber): AsyncGenerator<Buffer> {
  // A generator runs only from its first read. So a stream that is never read, for example after a HEAD request, does not count as open.
  const polled = addSubscriber(state, run);
  let sentText = "";
  try {
    const endsAtMs = performance.now() + STREAM_MAX_MS;
    let sentAtMs = performance.now();
    let authorizedAtMs = sentAtMs;
    while (!state.ended && performance.now() < endsAtMs) {
      const text = JSON.stringify(validationView(polled.run, reader, lang));
      if (text !== sentText) {
        yield Buffer.from(`event: validation\ndata: ${text}\n\n`);
        [sentText, sentAtMs] = [text, performance.now()];
      } else if (performance.now() - sentAtMs > COMMENT_MS) {
        yield COMMENT;
        sentAtMs = performance.now();
      }
      if (!isActive(polled.run.row.status)) return;
      await nextPoll(polled);
      if (performance.now() - authorizedAtMs < AUTHORIZATION_CHECK_MS) continue;
      if (!(await isStillAuthorized())) return;
      authorizedAtMs = performance.now();
    }
  } finally {
    removeSubscriber(state, polled);
  }
}

/** Adds a subscriber to a run. The first subscriber starts the poll. */
function addSubscriber(state: State, run: EvaluatedRun): PolledRun {
  const id = run.row.validation_id;
  const polled = state.polledRuns.get(id) ?? { run, waiting: new Set(), subscribers: 0, poll: pollOf(state, id) };
  state.polledRuns.set(id, polled);
  state.subscribers += 1;
  polled.subscribers += 1;
  return polled;
}

/** Removes a subscriber from a run. The last subscriber stops the poll. */
function removeSubscriber(state: State, polled: PolledRun): void {
  state.subscribers -= 1;
  polled.subscribers -= 1;
  if (polled.subscribers > 0) return;
  state.polledRuns.delete(polled.run.row.validation_id);
  void polled.poll.stop();
}

function pollOf({ load, log, polledRuns }: State, id: string): JobLoop {
  const poll = async () => {
    const polled = polledRuns.get(id);
    if (polled === undefined) return 0;
    polled.run = (await load(polled.run)) ?? polled.run;
    wakeSubscribers(polled);
    return 0;
  };
  return startJobLoop({ name: "watched validation", pollMs: POLL_MS, log, run: poll });
}

/** Resolves after the next poll of the run, or when the streams end. */
const nextPoll = ({ waiting }: PolledRun) =>
  new Promise<void>((resolve) => {
    waiting.add(resolve);
  });

function wakeSubscribers({ waiting }: PolledRun): void {
  for (const wake of waiting) wake();
  waiting.clear();
}
