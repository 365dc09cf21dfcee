import { formatTexts, type LocalizedText } from "../../platform/contract/errors.ts";
import { call, Declined, Silence, type Reply } from "../http-client.ts";
import type { Pace } from "./pace.ts";

/** The seller API as an import calls it: refusals of the moment are waited out. */
export interface PatientApi {
  /** Answers what the marketplace finally says; throws when it says no to every call, or nothing for too long. */
  send<Body>(method: string, path: string, body?: Buffer | string): Promise<Reply<Body>>;
}

/** What a call is made with. */
export interface PatientOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly pace: Pace;
  /** Any clock that only goes forward, in milliseconds. */
  readonly now: () => number;
  /** Told before a wait: what was answered, undefined for nothing, and for how long nothing is asked. */
  readonly onWait?: (status: number | undefined, ms: number) => void;
}

/** How long an answer is asked for again, and what ends when it stays: the row, or the import, which can be continued. */
interface Patience {
  readonly forMs: number;
  readonly ends: "row" | "import";
}

/** No answer at all. */
const SILENT: Patience = { forMs: 2 * 60_000, ends: "import" };
const AGAIN: Readonly<Record<number, Patience>> = {
  408: { forMs: 30_000, ends: "row" },
  429: { forMs: 60 * 60_000, ends: "import" },
  500: { forMs: 10_000, ends: "row" },
  502: { forMs: 60_000, ends: "row" },
  503: { forMs: 10 * 60_000, ends: "import" },
  504: { forMs: 60_000, ends: "row" },
};
/** What is wrong then is wrong with every row. */
const NEVER = new Set([401, 403]);

const SILENCE: LocalizedText = {
  "pt-BR": "{url} não responde mais ({reason}); rode o mesmo comando para continuar de onde parou",
  en: "{url} does not answer any more ({reason}); run the same command to continue where it stopped",
};

/** Calls that wait their turn and are repeated while it makes sense. A repeated POST may meet the product it made itself. */
export function patientApi({ url, headers, pace, now, onWait }: PatientOptions): PatientApi {
  return {
    async send<Body>(method: string, path: string, body?: Buffer | string) {
      const since = now();
      for (let tries = 1; ; tries += 1) {
        await pace.turn();
        const reply = await answerOf<Body>(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
        if (!(reply instanceof Silence)) pace.learn(reply.headers);
        const patience = reply instanceof Silence ? SILENT : AGAIN[reply.status];
        const patient = patience && now() - since < patience.forMs;
        if (patient) {
          const ms = reply instanceof Silence ? backOffMs(tries) : (retryAfterMs(reply) ?? backOffMs(tries));
          pace.hold(ms);
          onWait?.(reply instanceof Silence ? undefined : reply.status, ms);
        } else if (reply instanceof Silence) {
          throw new Silence(formatTexts(SILENCE, { url, reason: reply.texts }), { cause: reply });
        } else if (NEVER.has(reply.status) || patience?.ends === "import") {
          throw new Declined(reply);
        } else {
          return reply;
        }
      }
    },
  };
}

async function answerOf<Body>(...request: Parameters<typeof call>): Promise<Reply<Body> | Silence> {
  try {
    return await call<Body>(...request);
  } catch (error) {
    if (error instanceof Silence) return error;
    throw error;
  }
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;
/** Whatever is asked for: `Retry-After: 0` is no leave to hammer. */
const LEAST_WAIT_MS = 50;
const backOffMs = (tries: number) => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));

function retryAfterMs({ headers }: Reply): number | undefined {
  const seconds = headers.get("retry-after");
  return seconds !== null && /^\d+$/.test(seconds) ? Math.max(LEAST_WAIT_MS, Number(seconds) * 1_000) : undefined;
}
