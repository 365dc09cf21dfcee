import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { localServer } from "../local-server.ts";

/** What stands in front of several processes in production: it sends calls to those that say they are ready, and repeats none of them. */
export interface Balancer extends AsyncDisposable {
  readonly baseUrl: string;
  /** Answers when the process is sent calls. */
  add(baseUrl: string): Promise<void>;
  /** Calls whose process broke the connection before the answer was whole. */
  readonly broken: readonly string[];
}

/** How often each process is asked whether it is ready. */
export const CHECK_MS = 50;
const JOIN_LIMIT_MS = 30_000;

/** A balancer over real HTTP, with connections that are kept. */
export async function balancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Map<string, boolean>();
  const broken: string[] = [];
  let turn = 0;
  const ending = new AbortController();
  const next = () => {
    const able = [...ready].filter(([, is]) => is).map(([url]) => url);
    return able[(turn += 1) % able.length];
  };
  const server = await localServer((incoming, outgoing) => {
    const to = next();
    if (to === undefined) return void outgoing.writeHead(502).end();
    const call = request(to + incoming.url!, { agent, method: incoming.method!, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.on("error", (error) => broken.push(`${incoming.method} ${incoming.url}: ${error.message}`)).pipe(outgoing);
    });
    call.once("error", (error) => {
      broken.push(`${incoming.method} ${incoming.url}: ${error.message}`);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    incoming.pipe(call);
  });
  const check = async (url: string) => {
    const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    await reply?.arrayBuffer();
    if (ready.has(url)) ready.set(url, reply?.status === 200);
    return reply;
  };
  const checking = (async () => {
    while (!ending.signal.aborted) {
      await Promise.all([...ready.keys()].map(async (url) => (await check(url)) === undefined && ready.delete(url)));
      await sleep(CHECK_MS);
    }
  })();
  return {
    baseUrl: `http://${server.authority}`,
    broken,
    async add(url) {
      ready.set(url, false);
      const until = performance.now() + JOIN_LIMIT_MS;
      while (ready.get(url) !== true) {
        if (performance.now() > until) throw new Error(`${url} did not become ready`);
        await sleep(CHECK_MS);
      }
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      await checking;
      agent.destroy();
      await server[Symbol.asyncDispose]();
    },
  };
}
