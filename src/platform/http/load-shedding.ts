import type { Load, Operation } from "../contract/operation.ts";
import type { Refusal } from "../contract/errors.ts";
import { httpErrors } from "./errors.ts";

/** The right to be worked on; given back once. */
export interface Place {
  leave(): void;
}

/** Who is worked on when not everybody can be. */
export interface Places {
  /** Before the door; `undefined` = a page. */
  enter(operation: Operation | undefined): Refusal | Place;
  /** Behind the door: whose place it is. One holder may not have all of them. */
  holder(place: Place, key: string): Refusal | undefined;
  /** Places taken now; calls that wait for news have none of them. */
  inFlight(): number;
}

export interface PlacesSettings {
  readonly maxInFlight: number;
  /** Calls that may wait for news, beside the others. */
  readonly longPollWaiters?: number;
  /** Lag of the event loop above which lists are refused. */
  readonly maxLagMs?: number;
  /** Lag of the event loop lately, in milliseconds. */
  readonly lagMs?: () => number;
}

/** What a class of calls may have: its share of the places, and how often the lag for lists it is still worked on with. */
interface ClassRow {
  readonly share: number;
  readonly lags: number;
}

/** Whom overload refuses first, and whom last (reliability T20). */
const CLASSES: Readonly<Record<Exclude<Load, "waits">, ClassRow>> = {
  lists: { share: 0.6, lags: 1 },
  products: { share: 0.75, lags: 2 },
  offers: { share: 0.9, lags: 4 },
  orders: { share: 1, lags: 8 },
};
/** Of its class's places, how many one holder may have. */
const HOLDERS_SHARE = 0.5;
/** Beyond it, those who have none are forgotten; when there are still as many, beyond twice as many. */
export const MAX_HOLDERS = 10_000;

/** Somebody who has places. */
interface Holder {
  places: number;
}

interface TakenPlace extends Place {
  /** Places of its class. */
  readonly classPlaces: number;
  holder: Holder | undefined;
  /** Counted among the calls that wait. */
  readonly waits: boolean;
}

/** Which class a call is of, where its row does not say: a page is one thing read, people of the marketplace go with orders. */
export function loadOf(operation: Pick<Operation, "audience" | "load" | "method" | "parameters" | "replies"> | undefined): Load {
  if (operation === undefined) return "offers";
  if (operation.load !== undefined) return operation.load;
  if (operation.audience === "operator") return "orders";
  if (operation.method !== "GET") return "products";
  return operation.parameters === undefined ? "lists" : "offers";
}

/** Places by class: one count of all calls, and each class stops at its own share of them, or when the event loop lags too much for it. */
export function createPlaces(settings: PlacesSettings): Places {
  const { maxInFlight, longPollWaiters = maxInFlight, maxLagMs = Number.POSITIVE_INFINITY, lagMs = () => 0 } = settings;
  /** Who has places, and who lately had some. */
  const holders = new Map<string, Holder>();
  let mostHolders = MAX_HOLDERS;
  let inFlight = 0;
  let waiting = 0;

  const bounds = Object.fromEntries(
    Object.entries(CLASSES).map(([load, { share, lags }]) => [load, { places: Math.ceil(maxInFlight * share), lagMs: maxLagMs * lags }]),
  ) as Record<keyof typeof CLASSES, { readonly places: number; readonly lagMs: number }>;

  function take(classPlaces: number, waits: boolean): TakenPlace {
    if (waits) waiting += 1;
    else inFlight += 1;
    const place: TakenPlace = {
      classPlaces,
      holder: undefined,
      waits,
      leave() {
        if (waits) waiting -= 1;
        else inFlight -= 1;
        if (place.holder !== undefined) place.holder.places -= 1;
      },
    };
    return place;
  }
  function holderOf(key: string): Holder {
    const known = holders.get(key);
    if (known !== undefined) return known;
    if (holders.size >= mostHolders) {
      for (const [other, { places }] of holders) if (places === 0) holders.delete(other);
      mostHolders = Math.max(MAX_HOLDERS, 2 * holders.size);
    }
    const holder: Holder = { places: 0 };
    holders.set(key, holder);
    return holder;
  }

  return {
    enter(operation) {
      const load = loadOf(operation);
      const bound = bounds[load === "waits" ? "lists" : load];
      // Whoever may wait but does not is worked on like a list: those who do wait take nobody's place, not even theirs.
      const full = load === "waits" ? waiting >= longPollWaiters + bound.places : inFlight >= bound.places;
      if (full || lagMs() > bound.lagMs) return httpErrors.refuse("overloaded");
      return take(bound.places, load === "waits");
    },
    holder(place, key) {
      const own = place as TakenPlace;
      if (own.waits) return undefined;
      const holder = holderOf(key);
      if (holder.places >= Math.max(1, own.classPlaces * HOLDERS_SHARE)) return httpErrors.refuse("overloaded");
      holder.places += 1;
      own.holder = holder;
      return undefined;
    },
    inFlight: () => inFlight,
  };
}
