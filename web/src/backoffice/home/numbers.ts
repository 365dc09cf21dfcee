import type { MarketplaceNumber } from "../../api/marketplace-overview.ts";
import type { StateColor } from "../../ui/StateBadge.tsx";

type NumberName = MarketplaceNumber["name"];

/** The numbers of the home screen, in its order; a role sees those that the server sends it. `tone` is the colour while there are any. */
export const GROUPS = [
  {
    group: "catalog",
    numbers: [
      { name: "reviews_waiting", tone: "blue" },
      { name: "reviews_late", tone: "red" },
      { name: "changes_open", tone: "violet" },
    ],
  },
  {
    group: "orders",
    numbers: [
      { name: "orders_frozen", tone: "violet" },
      { name: "orders_late", tone: "red" },
    ],
  },
  {
    group: "integrations",
    numbers: [
      { name: "endpoints_failing", tone: "orange" },
      { name: "endpoints_disabled", tone: "red" },
      { name: "validations_active", tone: "blue" },
    ],
  },
  { group: "system", numbers: [{ name: "jobs_behind", tone: "red" }] },
] as const satisfies readonly {
  readonly group: string;
  readonly numbers: readonly { readonly name: NumberName; readonly tone: StateColor }[];
}[];

/** Which screen shows a list of the API; its address takes the filters of the list as they are. */
const SCREENS: readonly { readonly list: string; readonly to: string; readonly search?: Readonly<Record<string, unknown>> }[] = [
  { list: "/operator/v1/reviews", to: "/revisao" },
  { list: "/operator/v1/changes", to: "/revisao", search: { view: "changes" } },
  { list: "/operator/v1/orders", to: "/pedidos" },
];

/** The address of the list behind a number. */
export const listOf = ({ links }: MarketplaceNumber): string => links.find(({ rel }) => rel === "list")?.href ?? "";

/** The screen behind a number, with its filters; undefined when none of the person's screens shows it. */
export function screenOf(
  number: MarketplaceNumber,
  addresses: readonly string[],
): { readonly to: string; readonly search: Readonly<Record<string, unknown>> } | undefined {
  const { pathname, searchParams } = new URL(listOf(number), location.origin);
  const row = SCREENS.find(({ list }) => list === pathname);
  if (row === undefined || !addresses.includes(row.to)) return undefined;
  const filters = Object.fromEntries([...searchParams].map(([name, value]) => [name, value === "true" ? true : value]));
  return { to: row.to, search: row.search ?? filters };
}
