import { openBulk } from "../bulk/index.ts";
import { openCatalog, type Catalog } from "../catalog/index.ts";
import { openChangeFeed } from "../change-feed/index.ts";
import type { Deprecation, Endpoint } from "../platform/contract/index.ts";
import { appendEvents, openEvents } from "../events/index.ts";
import { openFulfillment, openInvoiceIssuer } from "../fulfillment/index.ts";
import { type CallFaultSource, createInternalCaller } from "../platform/http/index.ts";
import { isoDateTime, randomDigits } from "../platform/basics/index.ts";
import { openInspector } from "../inspector/index.ts";
import { deliveriesOfEvents, openNotifications } from "../notifications/index.ts";
import { fakeCnpj, openOrderOperations, type IsSimulated, type OrdersSlice } from "../orders/index.ts";
import { openOverview } from "../overview/index.ts";
import type { Outbound } from "../platform/outbound/index.ts";
import { findJobsBehind, type HealthSections, type SharedJob, type Slice } from "../platform/jobs/index.ts";
import { openPeople } from "../people/index.ts";
import { openPictures } from "../pictures/index.ts";
import { pricingEndpoints } from "../pricing/index.ts";
import { referenceEndpoints } from "../reference/index.ts";
import { openFaults, openSandbox, openSimulators } from "../sandbox/index.ts";
import { openSellers } from "../sellers/index.ts";
import { createStockCounts, stockEndpoints } from "../stock/index.ts";
import { openTechnicalValidation } from "../technical-validation/index.ts";
import type { Foundation } from "./foundation.ts";

/** Every slice of the marketplace. */
export interface Slices {
  readonly catalog: Catalog;
  readonly orders: OrdersSlice;
  /** All other slices that are more than a list of endpoints. The endpoints of every slice are in `endpoints`. */
  readonly others: readonly Slice[];
  readonly endpoints: readonly Endpoint[];
  /** Faults to inject into calls. Absent in production. */
  readonly callFaults: CallFaultSource | undefined;
}

/** Things that slices need beside the foundation. The jobs exist only after all slices are open. */
export interface LateBindings {
  readonly jobs: () => readonly SharedJob[];
  /** Parts of the API that will be removed, and when. */
  readonly deprecations: readonly Deprecation[];
  readonly version: string;
}

const inventCnpj = () => fakeCnpj(randomDigits(6));

/** Opens every slice. Only this function knows all of them. */
export function openSlices(foundation: Foundation, outbound: Outbound, { jobs, deprecations, version }: LateBindings): Slices {
  const { db, keys, settings, environment, clock, shared, reference } = foundation;
  let endpoints: readonly Endpoint[] = [];
  const callInternally = createInternalCaller({ endpoints: () => endpoints, environment, clock });
  const operations = () => endpoints.map(({ operation }) => operation);

  const catalog = openCatalogOf(foundation, outbound);
  const issueInvoice = openInvoiceIssuer({ keys, ...settings });
  const orders = openOrdersOf(foundation, issueInvoice, (sellerId, delivery) => simulators?.isSimulated(sellerId, delivery) ?? false);
  const fulfillment = openFulfillment({ db, keys, ...settings, orders, issueInvoice });
  const simulators =
    shared && openSimulators({ ...foundation, orders: orders.orders, callInternally, actsAtOnce: settings.simulatedActsAtOnce });
  const faults = environment === "sandbox" ? openFaults({ ...foundation, operations }) : undefined;
  const validation = openTechnicalValidation(foundation);
  const countStocks = createStockCounts(db);
  const others: readonly Slice[] = [
    openSellers({ ...foundation, inventCnpj, admit: validation.admit, appendEvents }),
    openPeople({ ...foundation, version }),
    openPictures({ ...foundation, outbound }),
    openBulk({
      ...foundation,
      reference: reference.current,
      latestReference: reference.latest,
      movesIn: orders.movesIn,
      appendEvents,
      onValidationDue: catalog.wake,
      lagMs: foundation.lag.lagMs,
    }),
    openEvents(foundation),
    openNotifications({ ...foundation, faults: faults?.deliveries }),
    validation,
    openChangeFeed({ db, deprecations }),
    openInspector({
      ...foundation,
      deprecations,
      rerun: callInternally,
      operations,
      sections: () => ({ ...healthOf(foundation, [catalog, orders, ...others]), jobs: () => jobsHealth(jobs(), clock.now()) }),
    }),
    openOverview({ ...foundation, deprecations, jobs, countStocks, catalog: catalog.counts, orders: orders.counts }),
    ...(faults ? [faults] : []),
    ...(shared ? [openSandbox({ ...foundation, clock: shared, inventCnpj, jobs })] : []),
    ...(simulators ? [simulators] : []),
  ];
  endpoints = [
    ...others.flatMap((slice) => slice.endpoints),
    ...referenceEndpoints({ db, store: reference, settings }),
    ...pricingEndpoints({ db, onValidationDue: catalog.wake }),
    ...stockEndpoints({ db, countStocks, onValidationDue: catalog.wake }),
    ...catalog.endpoints,
    ...orders.endpoints,
    ...fulfillment.endpoints,
  ];
  return { catalog, orders, others, endpoints, callFaults: faults?.calls };
}

function openCatalogOf({ db, clock, log, metrics, reference, settings, audit }: Foundation, outbound: Outbound): Catalog {
  const onValidated = metrics.counter("vitrine_products_validated_total", "Products judged by the automatic validation.");
  let lateMs = 0;
  metrics.gauge("vitrine_change_warning_late_ms", "How long the warning of a change has been due.", () => lateMs);
  const catalog = openCatalog({
    db,
    clock,
    log,
    outbound,
    reference: reference.current,
    latestReference: reference.latest,
    applyDueReference: reference.applyDue,
    appendEvents,
    settings,
    metrics,
    auditRule: (ruleId, at, call) => audit({ actor: `rule:${ruleId}`, role: "rule" }, at, { ...call, query: "", status: 200 }),
    onValidated,
    onWarningLate: (ms) => (lateMs = ms),
  });
  reference.onChange(catalog.wake);
  return catalog;
}

function openOrdersOf(
  { db, keys, reference, settings, clock, log }: Foundation,
  issueInvoice: ReturnType<typeof openInvoiceIssuer>,
  isSimulated: IsSimulated,
): OrdersSlice {
  return openOrderOperations({
    db,
    keys,
    reference: reference.current,
    settings,
    clock,
    log,
    issueInvoice,
    findDeliveries: (sellerId, seqs) => deliveriesOfEvents(db, sellerId, seqs),
    isSimulated,
  });
}

/** The health sections of all parts, by name. */
const healthOf = ({ partitions }: Foundation, parts: readonly Pick<Slice, "health">[]): HealthSections =>
  Object.assign(
    {},
    { partitions: async () => ({ furthestDay: partitions.furthestDay() }) },
    ...parts.map(({ health }) => health),
  ) as HealthSections;

/** The section of the jobs that are behind. */
async function jobsHealth(jobs: readonly SharedJob[], now: number): Promise<object> {
  const behind = await findJobsBehind(jobs, now);
  return { behind: behind.map(({ name, dueSince }) => ({ job: name, dueSince: isoDateTime(dueSince) })) };
}
