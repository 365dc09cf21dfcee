import type { Operation } from "../platform/contract/index.ts";
import type { Scope } from "../sellers/index.ts";

/** The roles of people who work for a seller. */
export const SELLER_ROLES = ["administrator", "catalogue", "stock", "orders", "accounting", "support"] as const;
export type SellerRole = (typeof SELLER_ROLES)[number];

/** What a seller's operations are about. Nobody but an application calls those of the area `application`. */
const AREAS = ["products", "offers", "orders", "invoices", "lookups", "notifications", "calls", "people", "application"] as const;
export type Area = (typeof AREAS)[number];
/** Whoever may write in an area may also read. */
export type Access = "read" | "write";

/** What each role may do in which area. An area that is absent is closed. */
const SELLER_GRANTS: Readonly<Record<SellerRole, Readonly<Partial<Record<Area, Access>>>>> = {
  administrator: {
    products: "write",
    offers: "write",
    orders: "write",
    invoices: "write",
    lookups: "write",
    notifications: "write",
    calls: "write",
    people: "write",
  },
  catalogue: { products: "write", offers: "write", lookups: "write", calls: "read" },
  stock: { products: "read", offers: "write", orders: "read", lookups: "read", calls: "read" },
  orders: { products: "read", offers: "read", orders: "write", invoices: "write", lookups: "read", calls: "read" },
  accounting: { products: "read", orders: "read", invoices: "write", lookups: "read", calls: "read" },
  support: { products: "read", offers: "read", orders: "read", invoices: "read", lookups: "read", notifications: "read", calls: "read" },
};

/** Operations that are about something narrower than their permission says. */
const AREA_OF_OPERATION: Readonly<Record<string, Area>> = {
  getPrice: "offers",
  postPrice: "offers",
  putPrice: "offers",
  getStock: "offers",
  postStock: "offers",
  putStock: "offers",
  listStockLedger: "offers",
  listStocks: "offers",
  getInvoiceDocument: "invoices",
  validateInvoice: "invoices",
  putInvoiced: "invoices",
  downloadInvoices: "invoices",
  downloadOrderInvoices: "invoices",
  listChanges: "lookups",
  getLimits: "calls",
  getOverview: "calls",
  listRequests: "calls",
  listRequestErrors: "calls",
  getRequest: "calls",
};
/** Operations that change nothing although their method is not GET. */
const READS: ReadonlySet<string> = new Set(["validateProduct", "validateInvoice", "suggestBulkMapping", "suggestOrderBulkMapping"]);

type Asked = Pick<Operation, "id" | "method" | "permission">;

/** The area of a seller's operation. What any credential may call is the application's own, unless a row says otherwise. */
export function areaOf({ id, permission }: Asked): Area {
  const area = AREA_OF_OPERATION[id] ?? AREAS.find((one) => one === permission);
  return area ?? "application";
}

const accessOf = ({ id, method }: Asked): Access => (method === "GET" || READS.has(id) ? "read" : "write");
const allows = (granted: Access | undefined, asked: Access): boolean => granted === "write" || (granted === "read" && asked === "read");

/** Whether a role of a seller's people may call a seller's operation. */
export const roleAllows = (role: SellerRole, operation: Asked): boolean =>
  allows(SELLER_GRANTS[role][areaOf(operation)], accessOf(operation));

/** The roles that may call a seller's operation. Empty for the operations of applications. */
export const rolesAllowed = (operation: Asked): readonly SellerRole[] => SELLER_ROLES.filter((role) => roleAllows(role, operation));

const AREAS_OF_SCOPE: Readonly<Record<Scope, Area>> = {
  products: "products",
  orders: "orders",
  lookups: "lookups",
  notifications: "notifications",
};
/** The scopes of a credential that give about as much as a role: for feeds, which show what can be read, and for jobs, which write. */
export const scopesOf = (role: SellerRole, access: Access): readonly Scope[] =>
  (Object.keys(AREAS_OF_SCOPE) as Scope[]).filter((scope) => allows(SELLER_GRANTS[role][AREAS_OF_SCOPE[scope]], access));
