import { type Client, eventually } from "../harness.ts";

/** A number of a home screen, as it is answered. */
export interface Shown {
  readonly name: string;
  readonly count: number;
  readonly oldestSince?: string;
  readonly nextDeadline?: string;
  readonly links: readonly [{ readonly rel: "list"; readonly href: string }];
}
/** The numbers of a home screen, by name. */
export type Numbers = Readonly<Record<string, Shown>>;

export const OVERVIEW = "/api/v1/overview";
export const MARKETPLACE_OVERVIEW = "/operator/v1/overview";

export async function numbersOf(caller: Client, path: string): Promise<Numbers> {
  const reply = await caller.get(path);
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`);
  return Object.fromEntries((reply.json.numbers as readonly Shown[]).map((one) => [one.name, one]));
}

/** How many items a list shows on all of its pages; -1 when its total is not this many, as when something changed between two pages. */
async function recount(caller: Client, href: string): Promise<number> {
  let next: string | undefined = href;
  let found = 0;
  let total: number | undefined;
  for (let pages = 0; next !== undefined && pages < 1_000; pages += 1) {
    const { status, json, text }: Awaited<ReturnType<Client["get"]>> = await caller.get(next);
    if (status === 204) break;
    if (status !== 200) throw new Error(`${next}: ${status} ${text}`);
    found += ((json.items ?? json.jobs.behind) as readonly unknown[]).length;
    total ??= json.total as number | undefined;
    next =
      (json._links?.next?.href as string | undefined) ??
      (json.links as readonly { readonly rel: string; readonly href: string }[] | undefined)?.find(({ rel }) => rel === "next")?.href;
  }
  return total === undefined || total === found ? found : -1;
}

/** What each list shows, by the name of its number. */
const recounted = async (caller: Client, numbers: Numbers): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries(
    await Promise.all(
      Object.values(numbers).map(async ({ name, links: [list] }) => [name, await recount(caller, withSmallPages(list.href))] as const),
    ),
  );

/** Small pages, so that lists have several. */
const withSmallPages = (href: string) =>
  /\/(health|endpoints|technical-validations)/.test(href) ? href : `${href}${href.includes("?") ? "&" : "?"}size=2`;

export const countsIn = (numbers: Numbers): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.values(numbers).map(({ name, count }) => [name, count]));

/** The counts, once they are what the lists show and, if given, as wanted. Background work may be under way in between. */
export const agreed = (caller: Client, path: string, wanted: Readonly<Record<string, number>> = {}): Promise<Numbers> =>
  eventually(
    `${path} to count what its lists show: ${JSON.stringify(wanted)}`,
    async () => {
      const numbers = await numbersOf(caller, path);
      const counts = countsIn(numbers);
      const shown = await recounted(caller, numbers);
      const isRight = Object.entries({ ...shown, ...wanted }).every(([name, count]) => counts[name] === count);
      return isRight && numbers;
    },
    20_000,
  );
