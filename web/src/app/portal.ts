import type { Icon } from "@tabler/icons-react";
import type { QueryClient, UseQueryOptions } from "@tanstack/react-query";
import type { Me, Membership } from "../api/session.ts";
import type { TextFiles } from "./language.ts";
import type { ScreenName } from "./resources.ts";

/** One of the two portals, with what its shell needs to know. */
export interface Portal {
  readonly name: "portal" | "backoffice";
  /** Whose portal it is. */
  readonly members: Membership["kind"];
  readonly navigation: readonly NavigationEntry[];
  /** The counts beside the entries of the navigation. */
  readonly counts?: CountsQuery;
  readonly texts: TextFiles;
}

/** How much waits in each screen. */
export type Counts = Readonly<Partial<Record<ScreenName, number>>>;
/** A query for counts: `queryOptions({ queryKey, queryFn })`. */
export type CountsQuery = UseQueryOptions<Counts>;

/** An entry of the navigation and of the command palette. Its words are `screens.<screen>` in the portal's texts. */
export interface NavigationEntry {
  readonly screen: ScreenName;
  readonly to: string;
  readonly icon: Icon;
  /** The key after `g` that opens it. */
  readonly key: string;
  /** Whether a person has anything to do there, for the chosen seller; absent = everybody has. */
  readonly isFor?: (me: Me, sellerId: number | undefined) => boolean;
}

/** What every route gets. */
export interface RouterContext {
  readonly queryClient: QueryClient;
  readonly portal: Portal;
}

/** Whether a person has anything to do in a portal. */
export const isMember = ({ memberships }: Me, { members }: Portal): boolean => memberships.some(({ kind }) => kind === members);

/** The sellers that a person works for. */
export const sellersOf = ({ memberships }: Me) =>
  memberships.flatMap(({ sellerId, sellerName = "" }) => (sellerId === undefined ? [] : [{ sellerId, sellerName }]));

/** The initials in a person's avatar: at most two. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  return `${words[0]?.[0] ?? ""}${words.length > 1 ? words.at(-1)![0] : ""}`.toUpperCase();
};
