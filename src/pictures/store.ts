import { realNow, sha256 } from "../platform/basics/index.ts";
import { Overloaded } from "../platform/database/index.ts";
import { createConcurrencyLimit } from "../platform/jobs/index.ts";
import type { Log, Metrics } from "../platform/observability/index.ts";
import type { Outbound } from "../platform/outbound/index.ts";
import type { DiskCache } from "./disk-cache.ts";
import { createFailureMemory } from "./failure-memory.ts";
import { fetchPicture, type PictureFailure } from "./fetch-picture.ts";
import { renderPicture, type Size } from "./render.ts";

/** A picture of a seller's product: its address, and when the address was checked. Another check may have seen another picture. */
export interface PictureKey {
  readonly sellerId: number;
  readonly url: string;
  readonly checkedAt: number;
}

/** Pictures, from the disk or from their sellers' hosts. */
export interface PictureStore {
  /** Identifies what would be shown. */
  readonly etagOf: (key: PictureKey, size: Size) => string;
  /** The picture as JPEG, or why there is none. Throws `Overloaded` when too many wait. */
  readonly read: (key: PictureKey, size: Size) => Promise<Buffer | PictureFailure>;
}

export interface PictureStoreContext {
  readonly outbound: Outbound;
  readonly cache: DiskCache;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "counter" | "gauge">;
}

/** How many pictures are fetched and made at one time, in all and of one seller, and how many may wait. */
const FETCH_LIMITS = { all: 8, perKey: 4, waiting: 400, waitingPerKey: 100 };
/** Each takes a core for some 50 ms. */
const RENDER_LIMITS = { all: 2, perKey: 2, waiting: FETCH_LIMITS.all };

const nameOf = ({ sellerId, url, checkedAt }: PictureKey) => sha256(JSON.stringify([sellerId, url, checkedAt])).toString("hex");
const fileOf = (name: string, size: Size) => `${name}-${size}.jpg`;

/** Opens the pictures. One that several callers ask for at the same time is fetched once, and what could not be fetched is remembered for a minute. */
export function createPictureStore({ outbound, cache, log, metrics }: PictureStoreContext): PictureStore {
  const fetches = createConcurrencyLimit(FETCH_LIMITS);
  const renders = createConcurrencyLimit(RENDER_LIMITS);
  const failures = createFailureMemory(realNow);
  const underWay = new Map<string, Promise<PictureFailure | undefined>>();
  const onFetched = metrics.counter("vitrine_pictures_fetched_total", "Pictures fetched from sellers' hosts and kept.");
  const onFailed = metrics.counter("vitrine_pictures_failed_total", "Pictures that could not be fetched or shown.");
  metrics.gauge("vitrine_picture_cache_bytes", "Bytes of the pictures kept on this machine's disk.", cache.bytes);

  /** Fetches a picture and keeps it in all sizes. */
  async function fetchAndKeep({ url }: PictureKey, name: string): Promise<PictureFailure | undefined> {
    const known = failures.find(url);
    if (known !== undefined) return known;
    const fetched = await fetchPicture(outbound, url);
    const rendered = fetched instanceof Buffer ? await renders.run("", () => renderPicture(fetched)) : fetched;
    if (rendered === undefined) throw new Overloaded("too many pictures wait to be made");
    if (typeof rendered === "string") {
      onFailed();
      failures.add(url, rendered);
      return rendered;
    }
    await Promise.all(Object.entries(rendered).map(([size, contents]) => cache.write(fileOf(name, size as Size), contents)));
    onFetched();
    return undefined;
  }

  function fetchOnce(key: PictureKey, name: string): Promise<PictureFailure | undefined> {
    const running = underWay.get(name) ?? fetches.run(String(key.sellerId), () => fetchAndKeep(key, name));
    if (running === undefined) throw new Overloaded("too many pictures wait to be fetched");
    if (!underWay.has(name)) {
      underWay.set(
        name,
        running.finally(() => underWay.delete(name)),
      );
    }
    return underWay.get(name)!;
  }

  return {
    etagOf: (key, size) => `"${nameOf(key).slice(0, 16)}-${size}"`,
    async read(key, size) {
      const name = nameOf(key);
      const kept = await cache.read(fileOf(name, size));
      if (kept !== undefined) return kept;
      const failure = await fetchOnce(key, name);
      if (failure !== undefined) return failure;
      const made = await cache.read(fileOf(name, size));
      if (made !== undefined) return made;
      // Nothing fits: the cache is smaller than one picture, or another process emptied it just now.
      log.warn({ worker: "pictures" }, "a picture was removed before it was shown");
      return "picture_unreachable";
    },
  };
}
