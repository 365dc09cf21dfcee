import type { Failure } from "../platform/contract/index.ts";
import { type Carrier, carrierKind, type CarrierKind, resolveCarrier } from "./carriers.ts";
import { orderErrors } from "./errors.ts";

/** The tracking fields of a shipment's body (seed 4.3). */
export interface TrackingInput {
  /** Name or code of the carrier. */
  readonly carrier?: string | undefined;
  readonly trackingNumber?: string | undefined;
  readonly trackingLink?: string | undefined;
}

/** The tracking of a shipment. */
export interface Tracking extends Carrier {
  readonly trackingNumber: string;
  readonly trackingLink: string;
}

/** The failures, or the tracking if there are none. `warnings` do not refuse the shipment. */
export interface ParsedTracking {
  readonly failures: readonly Failure[];
  readonly tracking?: Tracking;
  readonly warnings: readonly Failure[];
}

/** A domestic tracking code of the postal carrier: UPU S10 with BR. Any two letters may come first. */
const POSTAL_CODE = /^[A-Z]{2}\d{9}BR$/;

/** The postal carrier's tracking page of a parcel. */
const postalLink = (code: string) => `https://rastreamento.correios.com.br/app/index.php?objetos=${code}`;

/**
 * Reads the tracking of a shipment (seed 4.3 rule 2) and finds all its problems. `assigned` is the shipping's current carrier. For the
 * postal carrier, a missing link is built. A wrong check digit only causes a warning, because published examples contain wrong check
 * digits.
 */
export function readTracking(sent: TrackingInput, assigned: Carrier = {}): ParsedTracking {
  const carrier = resolveCarrier(sent.carrier, assigned);
  const number = sent.trackingNumber?.trim() ?? "";
  const link = sent.trackingLink?.trim() ?? "";
  const facts: Facts = { kind: carrier && carrierKind(carrier), name: sent.carrier ?? carrier?.carrierId, number, link };
  const failures = failuresOf(RULES, facts);
  if (carrier === undefined || failures.length > 0) return { failures, warnings: [] };
  return {
    failures,
    tracking: { ...carrier, trackingNumber: number, trackingLink: link === "" ? postalLink(number) : link },
    warnings: failuresOf(WARNINGS, facts),
  };
}

/**
 * Reads the tracking that the marketplace's carriers and the fulfilment operator report for their own shipments. All fields are optional.
 * Sent fields must be valid.
 */
export function readMarketplaceTracking(
  sent: Omit<TrackingInput, "carrier">,
  carrier: Carrier,
): Pick<ParsedTracking, "failures" | "warnings"> & { readonly tracking: Partial<Tracking> } {
  const number = sent.trackingNumber?.trim() ?? "";
  const kind = carrierKind(carrier);
  const sentLink = sent.trackingLink?.trim() ?? "";
  const link = sentLink === "" && kind === "postal" && number !== "" ? postalLink(number) : sentLink;
  const facts: Facts = { kind, name: carrier.carrierId, number, link };
  return {
    failures: failuresOf(
      RULES.filter(({ checksSentValue }) => checksSentValue),
      facts,
    ),
    tracking: { ...(number === "" ? {} : { trackingNumber: number }), ...(link === "" ? {} : { trackingLink: link }) },
    warnings: number === "" ? [] : failuresOf(WARNINGS, facts),
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
  /** Set if the rule only checks a value that was sent. Then it also applies when all fields are optional. */
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

const failuresOf = (rules: readonly Rule[], facts: Facts): readonly Failure[] =>
  rules.filter((rule) => rule.broken(facts)).map(({ code, pointer, more }) => orderErrors.failure(code, { pointer, ...more?.(facts) }));

/** Suggests the corrected form of a code that was sent in lower case or with spaces. */
function postalSuggestion(number: string) {
  const code = number.replace(/[\s.-]/g, "").toUpperCase();
  return POSTAL_CODE.test(code) ? { suggestions: [code] } : {};
}

/** Whether a link is a web address. People click on tracking links, so only http and https are accepted. */
function isWebAddress(link: string): boolean {
  const url = URL.parse(link);
  return url !== null && (url.protocol === "http:" || url.protocol === "https:");
}

const FIRST_DIGIT_AT = 2;
const CHECK_DIGIT_AT = 10;
/** Weights of the check digit (UPU S10). */
const WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];

/** Computes the check digit of a tracking code from the 8 digits before it (UPU S10). A result of 10 becomes 0, and 11 becomes 5. */
export function postalCheckDigit(code: string): string {
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(code[FIRST_DIGIT_AT + place]), 0);
  const digit = 11 - (sum % 11);
  return digit === 10 ? "0" : digit === 11 ? "5" : String(digit);
}
