import { normalizeForComparison } from "./text-normalization.ts";
import { FULFILLMENT_CARRIER } from "./status.ts";

/** The kinds of carrier that rules distinguish. */
export type CarrierKind = "postal" | "fulfillment" | "other";

/** The carrier in a shipping's transport: its code, its name or both. */
export interface Carrier {
  readonly carrierId?: string;
  readonly carrier?: string;
}

/** The postal carrier. If only its name is known, this code is used. */
const POSTAL_CARRIER = { carrierId: "501", carrier: "Correios" } as const satisfies Carrier;

/** The carriers whose codes this API defines (seed 2.5). */
const CARRIERS: readonly (Required<Carrier> & { readonly kind: CarrierKind })[] = [
  { ...POSTAL_CARRIER, kind: "postal" },
  { carrierId: "502", carrier: "Correios", kind: "postal" },
  { ...FULFILLMENT_CARRIER, kind: "fulfillment" },
];

/** Returns the kind of a carrier. Looks up the code first. If the code is unknown, looks up the name, ignoring case and accents. */
export function carrierKind({ carrierId, carrier }: Carrier): CarrierKind {
  const byCode = CARRIERS.find((row) => row.carrierId === carrierId);
  if (byCode !== undefined) return byCode.kind;
  return carrier === undefined ? "other" : (carrierByName(carrier)?.kind ?? "other");
}

const CODE = /^\d+$/;

/**
 * Finds the carrier that a seller sent, by code (`501` or `"501"`) or by name. `assigned` is the shipping's current carrier. It is kept if
 * the seller sent the same carrier or none. Undefined if the seller sent none and the shipping has none.
 */
export function resolveCarrier(sent: string | undefined, assigned: Carrier): Carrier | undefined {
  const named = sent?.trim() ?? "";
  if (named === "") return assigned.carrierId === undefined && assigned.carrier === undefined ? undefined : assigned;
  if (CODE.test(named)) {
    if (named === assigned.carrierId) return assigned;
    const known = CARRIERS.find(({ carrierId }) => carrierId === named);
    return known ? { carrierId: named, carrier: known.carrier } : { carrierId: named };
  }
  if (assigned.carrier !== undefined && normalizeForComparison(assigned.carrier) === normalizeForComparison(named)) return assigned;
  const known = carrierByName(named);
  if (known === undefined) return { carrier: named };
  return { carrierId: carrierKind(assigned) === known.kind ? (assigned.carrierId ?? known.carrierId) : known.carrierId, carrier: named };
}

/** Services of the postal carrier, normalized. A suffix may follow, as in SEDEX 10. */
const POSTAL_SERVICES = ["pac", "sedex", "mini envios", "carta", "impresso"];
const POSTAL_NAMES = POSTAL_SERVICES.map((service) => `${normalizeForComparison(POSTAL_CARRIER.carrier)} ${service} `);

/** Finds a carrier by name. A service of the postal carrier, such as "Correios PAC", is the postal carrier; "Correios do Vale" is not. */
function carrierByName(name: string) {
  const normalized = normalizeForComparison(name);
  const isPostalService = POSTAL_NAMES.some((known) => `${normalized} `.startsWith(known));
  return CARRIERS.find(({ carrier, kind }) => normalized === normalizeForComparison(carrier) || (kind === "postal" && isPostalService));
}
