import type { PriorityClass, Operation } from "../contract/operation.ts";
import type { Refusal } from "../contract/errors.ts";
import { httpErrors } from "./errors.ts";

/** The permission to work on one request. It is released once, when the request is finished. */
export interface Admission {
  release(): void;
}

/** Decides which requests are handled when the process cannot handle all of them. */
export interface LoadShedding {
  /**
   * Admits a request before its caller is authenticated. `undefined` means a plain route. Refuses with 503 when the request's load class is full,
   * or when the event loop lags too much for that class.
   */
  admit(operation: Operation | undefined): Refusal | Admission;
  /** Counts an admitted request for its tenant, unless it is a long poll. Refuses with 503 when the tenant already uses its whole share. */
  limitTenant(admission: Admission, tenant: string): Refusal | undefined;
  /** Requests in flight. Long polls are not counted. */
  inFlight(): number;
}

export interface LoadSheddingSettings {
  readonly maxInFlight: number;
  /** Long polls in flight are limited to this number plus the limit of the class `lists`. When absent, the same as `maxInFlight`. */
  readonly longPollWaiters?: number;
  /** Event loop lag in milliseconds above which lists are refused. When absent, no request is refused because of lag. */
  readonly maxLagMs?: number;
  /** Current event loop lag in milliseconds. */
  readonly lagMs?: () => number;
}

/** The limits of a load class: its share of `maxInFlight`, and the multiple of `maxLagMs` that it tolerates. */
interface ClassRow {
  readonly share: number;
  readonly lags: number;
}

/** The load classes, in the order in which they are refused under overload (reliability T20). */
const CLASSES: Readonly<Record<Exclude<PriorityClass, "waits">, ClassRow>> = {
  lists: { share: 0.6, lags: 1 },
  products: { share: 0.75, lags: 2 },
  offers: { share: 0.9, lags: 4 },
  orders: { share: 1, lags: 8 },
};
/** Share of a class's limit that one tenant may use. */
const TENANT_SHARE = 0.5;
/**
 * Number of tenants at which tenants without requests in flight are forgotten. If many tenants remain, the next clean-up takes place at twice the
 * remaining number.
 */
export const MAX_TENANTS = 10_000;

/** A tenant and its requests in flight. */
interface Tenant {
  inFlight: number;
}

interface ClassLimit {
  readonly inFlight: number;
  readonly lagMs: number;
}

interface TrackedAdmission extends Admission {
  /** In-flight limit of its class. */
  readonly classLimit: number;
  tenant: Tenant | undefined;
  readonly isLongPoll: boolean;
}

/**
 * The load class of a call. If its contract row names none, operators' calls are in the class `orders`, writes in `products`, reads without path
 * parameters in `lists`, and all other calls in `offers`. Plain routes are in `offers` too.
 */
export function priorityClassOf(
  operation: Pick<Operation, "audience" | "priority" | "method" | "parameters" | "replies"> | undefined,
): PriorityClass {
  if (operation === undefined) return "offers";
  if (operation.priority !== undefined) return operation.priority;
  if (operation.audience === "operator") return "orders";
  if (operation.method !== "GET") return "products";
  return operation.parameters === undefined ? "lists" : "offers";
}

/**
 * Creates load shedding by class. All requests in flight except long polls are counted together. A class's requests are refused when that count
 * has reached the class's share, or when the event loop lags too much for the class.
 */
export function createLoadShedding(settings: LoadSheddingSettings): LoadShedding {
  const { maxInFlight, longPollWaiters = maxInFlight, maxLagMs = Number.POSITIVE_INFINITY, lagMs = () => 0 } = settings;
  const limits = classLimits(maxInFlight, maxLagMs);
  const tenantOf = createTenants();
  let inFlight = 0;
  let longPolls = 0;

  function track(classLimit: number, isLongPoll: boolean): TrackedAdmission {
    if (isLongPoll) longPolls += 1;
    else inFlight += 1;
    const admission: TrackedAdmission = {
      classLimit,
      tenant: undefined,
      isLongPoll,
      release() {
        if (isLongPoll) longPolls -= 1;
        else inFlight -= 1;
        if (admission.tenant !== undefined) admission.tenant.inFlight -= 1;
      },
    };
    return admission;
  }

  return {
    admit(operation) {
      const load = priorityClassOf(operation);
      const isLongPoll = load === "waits";
      const limit = limits[isLongPoll ? "lists" : load];
      // A long poll that finds something immediately costs as much as a list. Other long polls only wait, so they have additional places.
      const isFull = isLongPoll ? longPolls >= longPollWaiters + limit.inFlight : inFlight >= limit.inFlight;
      if (isFull || lagMs() > limit.lagMs) return httpErrors.refuse("overloaded");
      return track(limit.inFlight, isLongPoll);
    },
    limitTenant(admission, key) {
      const tracked = admission as TrackedAdmission;
      if (tracked.isLongPoll) return undefined;
      const tenant = tenantOf(key);
      if (tenant.inFlight >= Math.max(1, tracked.classLimit * TENANT_SHARE)) return httpErrors.refuse("overloaded");
      tenant.inFlight += 1;
      tracked.tenant = tenant;
      return undefined;
    },
    inFlight: () => inFlight,
  };
}

const classLimits = (maxInFlight: number, maxLagMs: number): Readonly<Record<keyof typeof CLASSES, ClassLimit>> =>
  Object.fromEntries(
    Object.entries(CLASSES).map(([load, { share, lags }]) => [load, { inFlight: Math.ceil(maxInFlight * share), lagMs: maxLagMs * lags }]),
  ) as Record<keyof typeof CLASSES, ClassLimit>;

/** Creates a function that looks up tenants. It remembers the tenants with requests in flight, and some that had requests earlier. */
function createTenants(): (key: string) => Tenant {
  const tenants = new Map<string, Tenant>();
  let cleanUpAt = MAX_TENANTS;
  return (key) => {
    const known = tenants.get(key);
    if (known !== undefined) return known;
    if (tenants.size >= cleanUpAt) {
      for (const [other, { inFlight }] of tenants) if (inFlight === 0) tenants.delete(other);
      cleanUpAt = Math.max(MAX_TENANTS, 2 * tenants.size);
    }
    const tenant: Tenant = { inFlight: 0 };
    tenants.set(key, tenant);
    return tenant;
  };
}
