import { echoableValue, type Failure } from "../platform/contract/index.ts";
import { priceFailures } from "../pricing/index.ts";
import { ADDRESS_PATTERN, FORMATTING, PRODUCT_LIMITS, RESERVED_SKUS, URL_WITH_USER_PATTERN } from "../reference/index.ts";
import { productErrors } from "./errors.ts";
import type { ProductBody } from "./product-schema.ts";
import type { ProductDocument } from "./product.ts";
import { publicationState, type PublicationStatus } from "./publication.ts";
import { joinedParts } from "./variation.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Maximum number of entries of a list that the rules check. The schema already refuses a longer list as a whole. */
const MAX_ENTRIES_READ = 100;

/** Data that the rules may read in addition to the body. */
export interface SubmissionContext {
  /** Failures of the schema check. The check drops fields that failed, but the rules do not report these fields as missing. */
  readonly bodyFailures: readonly Failure[];
  /** The sku of the path on PUT; absent on POST. */
  readonly pathSku?: string;
  /** Whether price and stock are required. They are required on POST, unless the credential sends them separately (decisions 3). */
  readonly offerRequired: boolean;
  /** Hosts of file-sharing drives, which may not host images: `rules.driveHosts` of the reference data. */
  readonly driveHosts: readonly string[];
}

/** The context of a rule. `failed` returns whether the schema check failed at a pointer or below it. */
interface RuleContext extends SubmissionContext {
  readonly failed: (pointer: string) => boolean;
}

/** A rule that a schema cannot express. It must check the types of the values that it reads, because the body may not match the schema. */
export interface SubmissionRule {
  readonly name: string;
  readonly check: (body: Fields, context: RuleContext) => readonly Failure[];
}

/** The synchronous rules of a product beyond its schema, in the order their failures are reported (seed 2.1, decisions 3). */
export const SUBMISSION_RULES: readonly SubmissionRule[] = [
  { name: "exactly one of color and flavor", check: colorOrFlavor },
  { name: "joined colours and flavours", check: (body) => ["color", "flavor"].flatMap((field) => joinedNames(field, body[field])) },
  { name: "plain texts", check: (body) => ["name", "description"].flatMap((field) => plainText(field, body[field])) },
  { name: "image addresses", check: imageAddresses },
  { name: "each attribute once", check: attributesOnce },
  { name: "sale price", check: ({ price }) => priceFailures(price, "/price").map(asBodyFailure) },
  { name: "price and stock on creation", check: offerPresent },
  { name: "the path's sku", check: sameSku },
  { name: "words of addresses", check: unreservedSku },
];

/**
 * All failures of a body, except those of the schema check. `body` is either the body as sent, which still has every field, or the body
 * that the schema check returned. A body that is not an object has no failures here.
 */
export function submissionFailures(body: unknown, context: SubmissionContext): readonly Failure[] {
  const fields = asFields(body);
  if (fields === undefined) return [];
  const pointers = new Set(context.bodyFailures.flatMap(({ pointer }) => ancestors(pointer)));
  const failed = (pointer: string) => pointers.has(pointer);
  return SUBMISSION_RULES.flatMap((rule) => rule.check(fields, { ...context, failed }));
}

/** The failure of a product whose family is full. */
export const familyFullFailure = ({
  productGroup,
  largestFamily,
}: {
  readonly productGroup: string;
  readonly largestFamily: number;
}): Failure => productErrors.failure("family_full", { pointer: "/productGroup", received: productGroup, allowed: largestFamily });

/** The failure when a seller can no longer change a product. The list is empty while PUT accepts changes (seed 3.1). */
export function notEditableFailures(sku: string, code: PublicationStatus, pointer = "/sku"): readonly Failure[] {
  const { editable, status } = publicationState(code);
  return editable ? [] : [productErrors.failure("change_request_needed", { pointer, received: sku, params: { sku, status } })];
}

/** A pointer and the pointers of everything that contains it: `/a/0/b`, `/a/0`, `/a`. */
const ancestors = (pointer: string): readonly string[] =>
  pointer.split("/").flatMap((_, index, steps) => (index === 0 ? [] : [steps.slice(0, index + 1).join("/")]));

/** The product document of a body without failures: absent fields dropped, defaults filled in, price and stock left out. */
export function toProductDocument(body: ProductBody): ProductDocument {
  const { price: _price, stock: _stock, color, flavor, attributes, fulfillment, ...rest } = body;
  return {
    ...rest,
    ...(color === undefined || isAbsent(color) ? {} : { color }),
    ...(flavor === undefined || isAbsent(flavor) ? {} : { flavor }),
    attributes: attributes ?? [],
    fulfillment: { candidate: fulfillment?.candidate ?? false },
  };
}

function colorOrFlavor({ color, flavor }: Fields, { failed }: RuleContext): readonly Failure[] {
  if (failed("/color") || failed("/flavor")) return [];
  if (isAbsent(color) && isAbsent(flavor)) return [productErrors.failure("color_or_flavor_missing", { pointer: "/color" })];
  if (isAbsent(color) || isAbsent(flavor)) return [];
  return [productErrors.failure("color_and_flavor", { pointer: "/flavor", received: echoableValue(flavor), params: { color, flavor } })];
}

function joinedNames(field: string, value: unknown): readonly Failure[] {
  if (isAbsent(value) || typeof value !== "string") return [];
  const parts = joinedParts(value);
  const details = (params: Fields) => ({ pointer: `/${field}`, received: echoableValue(value), params: { field, ...params } });
  const failures: Failure[] = [];
  if (parts.length > PRODUCT_LIMITS.joinedParts) {
    failures.push(productErrors.failure("joined_too_many", { ...details({ parts: parts.length }), allowed: PRODUCT_LIMITS.joinedParts }));
  }
  if (parts.some((part) => part.trim() === "")) failures.push(productErrors.failure("joined_empty_part", details({})));
  const part = firstRepeated(parts);
  if (part !== undefined) failures.push(productErrors.failure("joined_repeated", details({ part })));
  return failures;
}

/**
 * The first name that repeats an earlier one. Surrounding spaces, case and Unicode form are ignored, because names that differ only in
 * these would be corrected to the same name.
 */
function firstRepeated(parts: readonly string[]): string | undefined {
  const names = parts.slice(0, MAX_ENTRIES_READ).map((part) => part.trim().normalize().toLowerCase());
  return parts.find((_, index) => (names[index] ?? "") !== "" && names.indexOf(names[index]!) < index);
}

/**
 * The refusal code of each kind of refused formatting. The sender chooses the length of the text, so the patterns of FORMATTING must run in
 * linear time.
 */
const FORMATTING_CODES = {
  "tag HTML": "text_tag",
  "caractere de controle": "text_control_character",
  "sequência de escape": "text_escape_sequence",
  "entidade HTML": "text_entity",
} as const satisfies Record<(typeof FORMATTING)[number]["title"], string>;
const REFUSED_FORMATTING = FORMATTING.map(({ title, pattern }) => ({ code: FORMATTING_CODES[title], pattern: new RegExp(pattern, "u") }));
const FOUND_MAX_LENGTH = 60;

function plainText(field: string, value: unknown): readonly Failure[] {
  if (typeof value !== "string") return [];
  return REFUSED_FORMATTING.flatMap(({ code, pattern }) => {
    const match = pattern.exec(value);
    if (match === null) return [];
    const found = code === "text_control_character" ? codePoint(match[0]) : match[0].slice(0, FOUND_MAX_LENGTH);
    return [productErrors.failure(code, { pointer: `/${field}`, received: found, params: { field, found, position: match.index + 1 } })];
  });
}

const codePoint = (character: string) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;

/**
 * Matches addresses that the URL parser does not have to repair. The parser would remove white space and control characters, turn
 * backslashes into slashes, correct the number of slashes, and read some numbers as IP addresses.
 */
const VALID_URL = new RegExp(ADDRESS_PATTERN, "u");
const URL_WITH_USER = new RegExp(URL_WITH_USER_PATTERN, "u");

function imageAddresses(body: Fields, { driveHosts }: RuleContext): readonly Failure[] {
  const firstAt = new Map<string, string>();
  return items(body, "images").flatMap(({ fields: { url }, at }) => {
    if (typeof url !== "string" || url === "") return [];
    const pointer = `${at}/url`;
    const details = () => ({ pointer, received: echoableValue(url) });
    if (URL_WITH_USER.test(url)) return [productErrors.failure("image_url_user", details())];
    const address = VALID_URL.test(url) ? URL.parse(url) : null;
    if (address === null) return [productErrors.failure("image_url_invalid", details())];
    const failures: Failure[] = [];
    if (!/\.jpe?g$/i.test(address.pathname)) failures.push(productErrors.failure("image_url_extension", details()));
    // A host name may end in a dot.
    const host = address.hostname.replace(/\.$/, "");
    if (driveHosts.some((drive) => isUnder(host, drive))) {
      failures.push(productErrors.failure("image_url_drive", { ...details(), params: { host } }));
    }
    // The address that is requested: host and port are normalized, and the fragment is removed.
    const file = address.href.split("#", 1)[0]!;
    const first = firstAt.get(file) ?? pointer;
    firstAt.set(file, first);
    if (first !== pointer) failures.push(productErrors.failure("image_url_repeated", { ...details(), params: { first } }));
    return failures;
  });
}

/** The images that are on one of the hosts or on a subdomain, with their pointers. */
export const imagesOnDrives = (
  images: readonly { readonly url: string }[],
  hosts: readonly string[],
): readonly { readonly pointer: string; readonly url: string }[] =>
  images.flatMap(({ url }, index) => {
    const host = URL.parse(url)?.hostname.replace(/\.$/, "");
    return host !== undefined && hosts.some((drive) => isUnder(host, drive)) ? [{ pointer: `/images/${index}/url`, url }] : [];
  });

/** Whether a host equals another one or is a subdomain of it. */
const isUnder = (host: string, other: string) =>
  host.endsWith(other) && (host.length === other.length || host[host.length - other.length - 1] === ".");

function attributesOnce(body: Fields): readonly Failure[] {
  const firstAt = new Map<string, string>();
  return items(body, "attributes").flatMap(({ fields: { name }, at }) => {
    if (typeof name !== "string") return [];
    const pointer = `${at}/name`;
    const first = firstAt.get(name.normalize()) ?? pointer;
    firstAt.set(name.normalize(), first);
    return first === pointer
      ? []
      : [productErrors.failure("attribute_repeated", { pointer, received: echoableValue(name), params: { first } })];
  });
}

/**
 * Converts a price failure for the refusal of a product's body. The price operations refuse a wrong price with 422, but a product's body is
 * refused with one 400 for all its failures.
 */
const asBodyFailure = (failure: Failure): Failure => ({ ...failure, row: { ...failure.row, status: 400, type: "Bad_Request_Error" } });

function offerPresent(body: Fields, { offerRequired, failed }: RuleContext): readonly Failure[] {
  const missing = (field: string) => offerRequired && (body[field] ?? undefined) === undefined && !failed(`/${field}`);
  return [
    ...(missing("price") ? [productErrors.failure("price_missing", { pointer: "/price" })] : []),
    ...(missing("stock") ? [productErrors.failure("stock_missing", { pointer: "/stock" })] : []),
  ];
}

function sameSku(body: Fields, { pathSku }: RuleContext): readonly Failure[] {
  const sku = body["sku"];
  if (pathSku === undefined || typeof sku !== "string" || sku === pathSku) return [];
  return [productErrors.failure("sku_differs", { pointer: "/sku", received: echoableValue(sku), allowed: pathSku })];
}

function unreservedSku({ sku }: Fields): readonly Failure[] {
  if (typeof sku !== "string" || !RESERVED_SKUS.includes(sku)) return [];
  return [productErrors.failure("sku_reserved", { pointer: "/sku", received: sku })];
}

/** Values that count as no colour or flavour (decisions 3). */
const ABSENT_VALUES = new Set<unknown>([undefined, null, "", false, "false"]);
function isAbsent(value: unknown): boolean {
  return ABSENT_VALUES.has(value);
}

function asFields(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** The entries of a list, at most MAX_ENTRIES_READ, with their pointers. An entry that is not an object has no fields. */
function items(body: Fields, field: string): readonly { readonly at: string; readonly fields: Fields }[] {
  const list: readonly unknown[] = Array.isArray(body[field]) ? body[field].slice(0, MAX_ENTRIES_READ) : [];
  return list.map((item, index) => ({ at: `/${field}/${index}`, fields: asFields(item) ?? {} }));
}
