import type { Described } from "../../reliability/fuzz/operation.ts";
import { injections } from "./sqlmap.ts";
import { type Group, groupsOf, type Opened, plain, type Target, targetOf } from "./targets.ts";

/** sqlmaps at the same time; each waits for the marketplace about as long as it works. */
const AT_ONCE = 4;

export interface Tried {
  readonly target: Target;
  /** Status of its request before anything was injected. */
  readonly answered: number;
  readonly injected: readonly string[];
}

/** Aims sqlmap at an operation's places, or those of the groups that are chosen, each group on a request that is opened for it. */
export async function tried(
  described: Described,
  baseUrl: string,
  open: () => Promise<Opened>,
  chosen: (group: Group) => boolean = () => true,
): Promise<readonly Tried[]> {
  const found: Tried[] = [];
  const groups = groupsOf(described, (await open()).body)
    .filter(chosen)
    .values();
  const next = async () => {
    for (const group of groups) {
      const target = targetOf(described, group, await open(), baseUrl);
      const answered = await statusOf(target);
      found.push({ target, answered, injected: await injections(target) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return found;
}

async function statusOf(target: Target): Promise<number> {
  const { url, method, headers, body } = plain(target);
  const reply = await fetch(url, {
    method,
    headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body }),
  });
  await reply.body?.cancel();
  return reply.status;
}
