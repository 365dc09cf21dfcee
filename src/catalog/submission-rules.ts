import type { Failure } from "../platform/contract/errors.ts";
import { echoableValue } from "../platform/contract/failure-collector.ts";
import { priceFailures } from "../pricing/index.ts";
import { ADDRESS_PATTERN, FORMATTING, PRODUCT_LIMITS, RESERVED_SKUS, URL_WITH_USER_PATTERN } from "../reference/index.ts";
import { productErrors } from "./errors.ts";
import type { ProductBody } from "./product-schema.ts";
import type { ProductDocument } from "./product.ts";
import { stateOf, type PublicationStatus } from "./publication.ts";
import { joinedParts } from "./variation.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A longer list is refused by the schema as a whole; its first entries are enough to say what else is wrong. */
const MOST_ENTRIES_READ = 100;

/** What the rules may look at beside the body. */
export interface SubmissionContext {
  /** What the schema check found: a member that failed there is not missing, even when the check left it out. */
  readonly bodyFailures: readonly Failure[];
  /** The sku of the path on PUT; absent on POST. */
  readonly pathSku?: string;
  /** Whether price and stock must come along: on POST, unless the credential sends them apart (decisions 3). */
  readonly offerRequired: boolean;
  /** `rules.driveHosts` of the reference data. */
  readonly driveHosts: readonly string[];
}

/** What a rule reads: the context, and whether the schema check found something wrong at or below a pointer. */
interface RuleContext extends SubmissionContext {
  readonly failed: (pointer: string) => boolean;
}

/** One rule that a schema cannot say. It guards what it reads: the body may still be wrong in any other way. */
export interface SubmissionRule {
  readonly name: string;
  readonly check: (body: Fields, context: RuleContext) => readonly Failure[];
}

/** The synchronous rules of a product beyond its schema, in the order their failures are reported (seed 2.1, decisions 3). */
export const SUBMISSION_RULES: readonly SubmissionRule[] = [
  { name: "exactly one of color and flavor", check: colorOrFlavor },
  { name: "joined colours and flavours", check: (body) => ["color", "flavor"].flatMap((field) => joined(field, body[field])) },
  { name: "plain texts", check: (body) => ["name", "description"].flatMap((field) => plainText(field, body[field])) },
  { name: "image addresses", check: imageAddresses },
  { name: "each attribute once", check: attributesOnce },
  { name: "sale price", check: ({ price }) => priceFailures(price, "/price").map(asBodyFault) },
  { name: "price and stock on creation", check: offerPresent },
  { name: "the path's sku", check: sameSku },
  { name: "words of addresses", check: unreservedSku },
];

/**
 * Every failure of a body at once, beside those of its schema. Takes the body as sent, which tells most, or as the schema
 * check left it; one that is no object has none here.
 */
export function submissionFailures(body: unknown, context: SubmissionContext): readonly Failure[] {
  const fields = asFields(body);
  if (fields === undefined) return [];
  const pointers = new Set(context.bodyFailures.flatMap(({ pointer }) => ancestors(pointer)));
  const failed = (pointer: string) => pointers.has(pointer);
  return SUBMISSION_RULES.flatMap((rule) => rule.check(fields, { ...context, failed }));
}

/** The failure of a product whose family has as many products as it may have. */
export const familyFull = ({ productGroup, largestFamily }: { readonly productGroup: string; readonly largestFamily: number }): Failure =>
  productErrors.failure("family_full", { pointer: "/productGroup", received: productGroup, allowed: largestFamily });

/** The failure of a product that has left its seller's hands; none while PUT still takes it (seed 3.1). */
export function notEditable(sku: string, code: PublicationStatus, pointer = "/sku"): readonly Failure[] {
  const { editable, status } = stateOf(code);
  return editable ? [] : [productErrors.failure("product_not_editable", { pointer, received: sku, params: { sku, status } })];
}

/** A pointer and the pointers of everything around what it points to: `/a/0/b`, `/a/0`, `/a`. */
const ancestors = (pointer: string): readonly string[] =>
  pointer.split("/").flatMap((_, index, steps) => (index === 0 ? [] : [steps.slice(0, index + 1).join("/")]));

/** The document of a body without failures: absent fields dropped, defaults filled in; price and stock are kept elsewhere. */
export function documentOf(body: ProductBody): ProductDocument {
  const { price: _price, stock: _stock, color, flavor, attributes, fulfillment, ...rest } = body;
  return {
    ...rest,
    ...(color === undefined || absent(color) ? {} : { color }),
    ...(flavor === undefined || absent(flavor) ? {} : { flavor }),
    attributes: attributes ?? [],
    fulfillment: { candidate: fulfillment?.candidate ?? false },
  };
}

function colorOrFlavor({ color, flavor }: Fields, { failed }: RuleContext): readonly Failure[] {
  if (failed("/color") || failed("/flavor")) return [];
  if (absent(color) && absent(flavor)) return [productErrors.failure("color_or_flavor_missing", { pointer: "/color" })];
  if (absent(color) || absent(flavor)) return [];
  return [productErrors.failure("color_and_flavor", { pointer: "/flavor", received: echoableValue(flavor), params: { color, flavor } })];
}

function joined(field: string, value: unknown): readonly Failure[] {
  if (absent(value) || typeof value !== "string") return [];
  const parts = joinedParts(value);
  const facts = (params: Fields) => ({ pointer: `/${field}`, received: echoableValue(value), params: { field, ...params } });
  const failures: Failure[] = [];
  if (parts.length > PRODUCT_LIMITS.joinedParts) {
    failures.push(productErrors.failure("joined_too_many", { ...facts({ parts: parts.length }), allowed: PRODUCT_LIMITS.joinedParts }));
  }
  if (parts.some((part) => part.trim() === "")) failures.push(productErrors.failure("joined_empty_part", facts({})));
  const part = firstRepeated(parts);
  if (part !== undefined) failures.push(productErrors.failure("joined_repeated", facts({ part })));
  return failures;
}

/** Ignoring case and Unicode form: two spellings of one name become the same name once mended. */
function firstRepeated(parts: readonly string[]): string | undefined {
  const names = parts.slice(0, MOST_ENTRIES_READ).map((part) => part.trim().normalize().toLowerCase());
  return parts.find((_, index) => (names[index] ?? "") !== "" && names.indexOf(names[index]!) < index);
}

/** The refusal of each kind of formatting. Each pattern reads a text once, whatever its length: the sender chooses it. */
const FORMATTING_CODES = {
  "tag HTML": "text_tag",
  "caractere de controle": "text_control_character",
  "sequência de escape": "text_escape_sequence",
  "entidade HTML": "text_entity",
} as const satisfies Record<(typeof FORMATTING)[number]["title"], string>;
const REFUSED_IN_TEXTS = FORMATTING.map(({ title, pattern }) => ({ code: FORMATTING_CODES[title], pattern: new RegExp(pattern, "u") }));
const LONGEST_FOUND = 60;

function plainText(field: string, value: unknown): readonly Failure[] {
  if (typeof value !== "string") return [];
  return REFUSED_IN_TEXTS.flatMap(({ code, pattern }) => {
    const match = pattern.exec(value);
    if (match === null) return [];
    const found = code === "text_control_character" ? codePoint(match[0]) : match[0].slice(0, LONGEST_FOUND);
    return [productErrors.failure(code, { pointer: `/${field}`, received: found, params: { field, found, position: match.index + 1 } })];
  });
}

const codePoint = (character: string) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;

/** Addresses that a parser takes as they are: it would repair white space, control characters, backslashes, slashes and numbers. */
const WHOLE_ADDRESS = new RegExp(ADDRESS_PATTERN, "u");
const OF_A_USER = new RegExp(URL_WITH_USER_PATTERN, "u");

function imageAddresses(body: Fields, { driveHosts }: RuleContext): readonly Failure[] {
  const firstAt = new Map<string, string>();
  return items(body, "images").flatMap(({ fields: { url }, at }) => {
    if (typeof url !== "string" || url === "") return [];
    const pointer = `${at}/url`;
    const facts = () => ({ pointer, received: echoableValue(url) });
    if (OF_A_USER.test(url)) return [productErrors.failure("image_url_user", facts())];
    const address = WHOLE_ADDRESS.test(url) ? URL.parse(url) : null;
    if (address === null) return [productErrors.failure("image_url_invalid", facts())];
    const failures: Failure[] = [];
    if (!/\.jpe?g$/i.test(address.pathname)) failures.push(productErrors.failure("image_url_extension", facts()));
    // A host may be written with its root's dot behind it.
    const host = address.hostname.replace(/\.$/, "");
    if (driveHosts.some((drive) => isUnder(host, drive))) {
      failures.push(productErrors.failure("image_url_drive", { ...facts(), params: { host } }));
    }
    // As it is asked for: the parser has written host and port in one way, and what stands behind a `#` is not sent.
    const file = address.href.split("#", 1)[0]!;
    const first = firstAt.get(file) ?? pointer;
    firstAt.set(file, first);
    if (first !== pointer) failures.push(productErrors.failure("image_url_repeated", { ...facts(), params: { first } }));
    return failures;
  });
}

/** Whether a host is another or one of those below it. */
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

/** A rule that is refused with 422 where it stands alone, as one of a product's body: everything wrong with that is one 400. */
const asBodyFault = (failure: Failure): Failure => ({ ...failure, row: { ...failure.row, status: 400, type: "Bad_Request_Error" } });

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

/** What counts as a colour or flavour not sent (decisions 3). */
const NOTHING = new Set<unknown>([undefined, null, "", false, "false"]);
function absent(value: unknown): boolean {
  return NOTHING.has(value);
}

function asFields(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** The objects of a list with their pointers. */
function items(body: Fields, field: string): readonly { readonly at: string; readonly fields: Fields }[] {
  const list: readonly unknown[] = Array.isArray(body[field]) ? body[field].slice(0, MOST_ENTRIES_READ) : [];
  return list.map((item, index) => ({ at: `/${field}/${index}`, fields: asFields(item) ?? {} }));
}
