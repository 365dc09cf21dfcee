import type { PictureFailure } from "./fetch-picture.ts";

/** What could not be fetched a moment ago. */
export interface FailureMemory {
  /** Why a picture is not worth trying now; undefined = it is. */
  readonly find: (url: string) => PictureFailure | undefined;
  readonly add: (url: string, failure: PictureFailure) => void;
}

const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 10_000;

/**
 * Creates a memory of failures that lasts a minute. A host that does not answer fails for all of its pictures, so that a page with many of them waits
 * for it once.
 */
export function createFailureMemory(now: () => number): FailureMemory {
  const failures = new Map<string, { readonly failure: PictureFailure; readonly until: number }>();
  const recent = (key: string) => {
    const known = failures.get(key);
    if (known === undefined || known.until > now()) return known?.failure;
    return void failures.delete(key);
  };
  return {
    find: (url) => recent(url) ?? recent(hostOf(url)),
    add(url, failure) {
      if (failures.size >= MAX_REMEMBERED) failures.clear();
      const key = failure === "host_unreachable" ? hostOf(url) : url;
      failures.set(key, { failure, until: now() + REMEMBERED_MS });
    },
  };
}

const hostOf = (url: string) => `host ${URL.parse(url)?.host ?? ""}`;
