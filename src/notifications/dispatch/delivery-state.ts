import type { LogLine, PutBy } from "./persist-results.ts";

/** One notification on its way; `attempts` were made before. */
export type Delivery = Omit<PutBy, "dueAt" | "deadAt">;

/** What a settlement takes along. */
export interface Unsettled {
  readonly log: readonly LogLine[];
  readonly putBy: readonly PutBy[];
  readonly done: readonly string[];
  readonly freed: readonly string[];
  readonly recovered: boolean;
}

/** What is under way for one endpoint, what is written down of it, and what is still to be written. */
export interface Ledger {
  begin(delivery: Delivery): void;
  /** Its try is over. */
  end(delivery: Delivery): void;
  /** It is done with, and the next of its resource is due. */
  done(delivery: Delivery): void;
  /** To be written down: it blocks its resource until it is done with or dead. */
  putBy(row: PutBy): void;
  log(line: LogLine): void;
  /** The endpoint answers again. */
  recover(): void;
  /** Rows that were found written down. */
  learn(rows: readonly Pick<Delivery, "resource" | "deliveryId">[]): void;
  has(delivery: Delivery): boolean;
  isUnderWay(resource: string): boolean;
  isBlocked(resource: string): boolean;
  /** Whether it is under way, or what became of it is not settled yet. */
  isTouched(deliveryId: string): boolean;
  underWay(): number;
  /** Rows written down. */
  rows(): number;
  /** Things to settle. */
  unsettled(): number;
  /** Hands over what is to be settled. */
  take(): Unsettled;
  /** What was handed over is settled. */
  settled(): void;
}

/** The books of one endpoint; `waiting` are the rows written down already, by resource. */
export function createLedger(waiting: ReadonlyMap<string, ReadonlySet<string>>): Ledger {
  const rows = new Map([...waiting].map(([resource, ids]) => [resource, new Set(ids)] as const));
  const underWay = new Map<string, string>();
  let count = [...rows.values()].reduce((sum, ids) => sum + ids.size, 0);
  let log: LogLine[] = [];
  let puts = new Map<string, PutBy>();
  let done = new Set<string>();
  let freed = new Set<string>();
  let recovered = false;
  let handedOver: ReadonlySet<string> = new Set();

  const write = ({ resource, deliveryId }: Pick<Delivery, "resource" | "deliveryId">) => {
    const ids = rows.get(resource) ?? new Set();
    if (!ids.has(deliveryId)) count += 1;
    rows.set(resource, ids.add(deliveryId));
  };
  const erase = ({ resource, deliveryId }: Pick<Delivery, "resource" | "deliveryId">) => {
    const ids = rows.get(resource);
    if (!ids?.delete(deliveryId)) return;
    count -= 1;
    if (ids.size === 0) rows.delete(resource);
    else freed.add(resource);
  };

  return {
    begin: ({ resource, deliveryId }) => void underWay.set(resource, deliveryId),
    end: ({ resource }) => void underWay.delete(resource),
    done(delivery) {
      puts.delete(delivery.deliveryId);
      // One that was never written down is not there to be removed, or is a dead one that was sent again.
      if (delivery.origin !== "event" || delivery.attempts > 0 || rows.get(delivery.resource)?.has(delivery.deliveryId)) {
        done.add(delivery.deliveryId);
      }
      erase(delivery);
    },
    putBy(row) {
      done.delete(row.deliveryId);
      puts.set(row.deliveryId, row);
      if (row.deadAt === null) write(row);
      else erase(row);
    },
    log: (line) => void log.push(line),
    recover() {
      recovered = true;
    },
    learn: (found) => found.forEach(write),
    has: ({ resource, deliveryId }) => rows.get(resource)?.has(deliveryId) === true,
    isUnderWay: (resource) => underWay.has(resource),
    isBlocked: (resource) => rows.has(resource),
    isTouched: (id) => puts.has(id) || done.has(id) || handedOver.has(id) || [...underWay.values()].includes(id),
    underWay: () => underWay.size,
    rows: () => count,
    unsettled: () => log.length + puts.size,
    take() {
      const taken = { log, putBy: [...puts.values()], done: [...done], freed: [...freed], recovered };
      handedOver = new Set([...puts.keys(), ...done]);
      [log, puts, done, freed, recovered] = [[], new Map(), new Set(), new Set(), false];
      return taken;
    },
    settled() {
      handedOver = new Set();
    },
  };
}
