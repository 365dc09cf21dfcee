import { normalizeForComparison } from "./text-normalization.ts";
import { FULFILLMENT_CARRIER } from "./status.ts";

/** The kinds of carrier that rules tell apart. */
export type CarrierKind = "postal" | "fulfillment" | "other";

/** A carrier as an order's transport shows it; a carrier known by one of the two alone has only that. */
export interface Carrier {
  readonly carrierId?: string;
  readonly carrier?: string;
}

/** The postal carrier, when it is known by its name only. */
const POSTAL_CARRIER = { carrierId: "501", carrier: "Correios" } as const satisfies Carrier;

/** Carriers with a code of their own (seed 2.5). */
const CARRIERS: readonly (Required<Carrier> & { readonly kind: CarrierKind })[] = [
  { ...POSTAL_CARRIER, kind: "postal" },
  { carrierId: "502", carrier: "Correios", kind: "postal" },
  { ...FULFILLMENT_CARRIER, kind: "fulfillment" },
];

/** What a carrier is, by its code; without one of these codes, by its name in any letter case and with or without accents. */
export function carrierKind({ carrierId, carrier }: Carrier): CarrierKind {
  const byCode = CARRIERS.find((row) => row.carrierId === carrierId);
  if (byCode !== undefined) return byCode.kind;
  return carrier === undefined ? "other" : (carrierByName(carrier)?.kind ?? "other");
}

const CODE = /^\d+$/;

/**
 * The carrier a seller named, by code (`501` or `"501"`) or by name. `assigned` is the carrier the shipping already has: it
 * stays when it is the one that was named, and when none was. Undefined when there is neither.
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

/** Services of the postal carrier, folded; whatever follows them is theirs, such as SEDEX 10. */
const POSTAL_SERVICES = ["pac", "sedex", "mini envios", "carta", "impresso"];
const POSTAL_NAMES = POSTAL_SERVICES.map((service) => `${normalizeForComparison(POSTAL_CARRIER.carrier)} ${service} `);

/** The postal carrier's services are the postal carrier: "Correios PAC" is "Correios", "Correios do Vale" is somebody else. */
function carrierByName(name: string) {
  const folded = normalizeForComparison(name);
  const isService = POSTAL_NAMES.some((known) => `${folded} `.startsWith(known));
  return CARRIERS.find(({ carrier, kind }) => folded === normalizeForComparison(carrier) || (kind === "postal" && isService));
}
