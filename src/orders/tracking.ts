import type { Failure } from "../platform/contract/errors.ts";
import { type Carrier, carrierKind, type CarrierKind, resolveCarrier } from "./carriers.ts";
import { orderErrors } from "./errors.ts";

/** What a seller says of a shipment, as it was sent (seed 4.3). */
export interface TrackingInput {
  /** Name or code of the carrier. */
  readonly carrier?: string | undefined;
  readonly trackingNumber?: string | undefined;
  readonly trackingLink?: string | undefined;
}

/** How a shipment can be followed. */
export interface Tracking extends Carrier {
  readonly trackingNumber: string;
  readonly trackingLink: string;
}

/** What is wrong with what was said; `tracking` is there when nothing is. `warnings` refuse nothing. */
export interface TrackingReading {
  readonly failures: readonly Failure[];
  readonly tracking?: Tracking;
  readonly warnings: readonly Failure[];
}

/** The postal carrier's domestic code: UPU S10 with BR. Its letters are no closed list (domain 3). */
const POSTAL_CODE = /^[A-Z]{2}\d{9}BR$/;

/** Where the postal carrier shows a parcel. */
const postalLink = (code: string) => `https://rastreamento.correios.com.br/app/index.php?objetos=${code}`;

/**
 * Reads a shipment's tracking (seed 4.3 rule 2) and finds everything that is wrong with it. `assigned` is the carrier the
 * shipping already has. A missing link of the postal carrier is built; the check digit of its codes only warns, because
 * published examples fail it.
 */
export function readTracking(sent: TrackingInput, assigned: Carrier = {}): TrackingReading {
  const carrier = resolveCarrier(sent.carrier, assigned);
  const number = sent.trackingNumber?.trim() ?? "";
  const link = sent.trackingLink?.trim() ?? "";
  const facts: Facts = { kind: carrier && carrierKind(carrier), name: sent.carrier ?? carrier?.carrierId, number, link };
  const failures = RULES.flatMap((rule) => (rule.broken(facts) ? [failureOf(rule, facts)] : []));
  if (carrier === undefined || failures.length > 0) return { failures, warnings: [] };
  return {
    failures,
    tracking: { ...carrier, trackingNumber: number, trackingLink: link === "" ? postalLink(number) : link },
    warnings: WARNINGS.flatMap((rule) => (rule.broken(facts) ? [failureOf(rule, facts)] : [])),
  };
}

/** What whoever delivers for the marketplace says of a shipment by its own carrier: nothing has to be said, what is said has to be right. */
export function readMarketplaceTracking(
  sent: Omit<TrackingInput, "carrier">,
  carrier: Carrier,
): Pick<TrackingReading, "failures" | "warnings"> & { readonly tracking: Partial<Tracking> } {
  const number = sent.trackingNumber?.trim() ?? "";
  const kind = carrierKind(carrier);
  const given = sent.trackingLink?.trim() ?? "";
  const link = given === "" && kind === "postal" && number !== "" ? postalLink(number) : given;
  const facts: Facts = { kind, name: carrier.carrierId, number, link };
  const broken = (rules: readonly Rule[]) => rules.flatMap((rule) => (rule.broken(facts) ? [failureOf(rule, facts)] : []));
  return {
    failures: broken(RULES.filter(({ checksSentValue }) => checksSentValue)),
    tracking: { ...(number === "" ? {} : { trackingNumber: number }), ...(link === "" ? {} : { trackingLink: link }) },
    warnings: number === "" ? [] : broken(WARNINGS),
  };
}

interface Facts {
  /** Undefined while no carrier is known. */
  readonly kind: CarrierKind | undefined;
  readonly name: string | undefined;
  readonly number: string;
  readonly link: string;
}

interface Rule {
  readonly code: (typeof orderErrors.codes)[number];
  readonly pointer: string;
  readonly broken: (facts: Facts) => boolean;
  /** It is about what was said, and not that something was not. */
  readonly checksSentValue?: true;
  readonly more?: (facts: Facts) => Partial<Pick<Failure, "received" | "suggestions" | "params">>;
}

const RULES: readonly Rule[] = [
  { code: "carrier_missing", pointer: "/carrier", broken: ({ kind }) => kind === undefined },
  {
    code: "carrier_fulfillment",
    pointer: "/carrier",
    broken: ({ kind }) => kind === "fulfillment",
    more: ({ name }) => ({ received: name }),
  },
  { code: "tracking_number_missing", pointer: "/trackingNumber", broken: ({ number }) => number === "" },
  {
    code: "tracking_number_not_postal",
    pointer: "/trackingNumber",
    broken: ({ kind, number }) => kind === "postal" && number !== "" && !POSTAL_CODE.test(number),
    checksSentValue: true,
    more: ({ number }) => ({ received: number, ...postalSuggestion(number) }),
  },
  { code: "tracking_link_missing", pointer: "/trackingLink", broken: ({ kind, link }) => kind === "other" && link === "" },
  {
    code: "tracking_link_invalid",
    pointer: "/trackingLink",
    broken: ({ link }) => link !== "" && !isWebAddress(link),
    checksSentValue: true,
    more: ({ link }) => ({ received: link }),
  },
];

const WARNINGS: readonly Rule[] = [
  {
    code: "tracking_number_check_digit",
    pointer: "/trackingNumber",
    broken: ({ kind, number }) => kind === "postal" && number[CHECK_DIGIT_AT] !== postalCheckDigit(number),
    more: ({ number }) => ({ received: number, params: { expected: postalCheckDigit(number) } }),
  },
];

const failureOf = ({ code, pointer, more }: Rule, facts: Facts) => orderErrors.failure(code, { pointer, ...more?.(facts) });

/** A code typed in small letters or with spaces, as it should be. */
function postalSuggestion(number: string) {
  const code = number.replace(/[\s.-]/g, "").toUpperCase();
  return POSTAL_CODE.test(code) ? { suggestions: [code] } : {};
}

/** Links are shown to people to click on: nothing but the web. */
function isWebAddress(link: string): boolean {
  const url = URL.parse(link);
  return url !== null && (url.protocol === "http:" || url.protocol === "https:");
}

const FIRST_DIGIT_AT = 2;
const CHECK_DIGIT_AT = 10;
/** UPU S10. */
const WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];

/** The check digit of a tracking code, from its 8 digits before it (UPU S10): 10 becomes 0 and 11 becomes 5. */
export function postalCheckDigit(code: string): string {
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(code[FIRST_DIGIT_AT + place]), 0);
  const digit = 11 - (sum % 11);
  return digit === 10 ? "0" : digit === 11 ? "5" : String(digit);
}
