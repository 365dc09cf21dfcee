import { jsonPointer, nearestWords } from "../../platform/basics/index.ts";
import { anything, compileSchemaCheck, echoableValue, type Failure, object, optional, Refusal } from "../../platform/contract/index.ts";
import { ProductBody } from "../product-schema.ts";
import type { ProductDocument } from "../product.ts";
import { toProductDocument } from "../submission-rules.ts";
import { checkSubmission } from "../validation/in-memory-validation.ts";
import { changeErrors } from "./errors.ts";
import { CHANGEABLE_FIELDS, diffProducts, type FieldChange, FIXED_FIELDS, OFFER_FIELDS } from "./product-fields.ts";
import { applyPatch } from "./patch.ts";

type Members = Readonly<Record<string, unknown>>;

/** What reading a change needs to know besides the product. */
export interface ReadChangeContext {
  readonly sku: string;
  /** `rules.driveHosts` of the reference data. */
  readonly driveHosts: readonly string[];
}

/**
 * Reads what a caller asks to change: `fields` by JSON Pointer, or a whole product, in `product` or as the body itself. Returns every place
 * that would change, or a refusal with everything that is wrong, in the places where it was sent.
 */
export function readChange(sent: unknown, live: ProductDocument, context: ReadChangeContext): readonly FieldChange[] | Refusal {
  const body = (sent ?? {}) as Members;
  const { product } = body;
  const patch = { fields: (body["fields"] ?? {}) as Members, remove: (body["remove"] ?? []) as readonly string[] };
  const isPatch = body["fields"] !== undefined || body["remove"] !== undefined;
  const isWhole = product !== undefined || Object.keys(ProductBody.properties).some((name) => (body[name] ?? undefined) !== undefined);
  if (isPatch && isWhole) return changeErrors.refuse("change_form_mixed");
  if (isPatch) return readPatch(patch, live, context);
  if (!isWhole) return changeErrors.refuse("change_empty");
  return product === undefined ? readWhole(body, live, context) : readWhole(product, live, context, "/product");
}

/** Reads a whole product. Price and stock have addresses of their own, so they are refused here. */
function readWhole(sent: unknown, live: ProductDocument, context: ReadChangeContext, at = ""): readonly FieldChange[] | Refusal {
  const offers = Object.keys(OFFER_FIELDS).filter((name) => ((sent as Members)[name] ?? undefined) !== undefined);
  const product =
    offers.length === 0 ? sent : Object.fromEntries(Object.entries(sent as Members).filter(([name]) => !offers.includes(name)));
  const { body, failures } = checkSubmission(product, { offerRequired: false, driveHosts: context.driveHosts, pathSku: context.sku });
  const found = [
    ...offers.map((name) => offerFailure(name, `${at}/${name}`, context.sku)),
    ...failures.map((failure) => asChangeFailure({ ...failure, pointer: at + failure.pointer })),
  ];
  return found.length > 0 ? new Refusal(found) : changesTo(live, toProductDocument(body), context.sku, at);
}

/** The changes from the live product to the wanted one. Refused when there are none, or when the family would be another one. */
export function changesTo(live: ProductDocument, wanted: ProductDocument, sku: string, at = ""): readonly FieldChange[] | Refusal {
  if (wanted.productGroup !== live.productGroup)
    return new Refusal([fixedFailure("productGroup", `${at}/productGroup`, wanted.productGroup)]);
  const changes = diffProducts(live, wanted);
  return changes.length > 0 ? changes : changeErrors.refuse("nothing_changes", { pointer: at, params: { sku } });
}

/** Maximum number of fields of a request. */
const MAX_FIELDS = 200;

function readPatch({ fields, remove }: Patch, live: ProductDocument, context: ReadChangeContext): readonly FieldChange[] | Refusal {
  const { sku, driveHosts } = context;
  const places = placesOf({ fields, remove });
  const pointers = [...Object.keys(fields), ...remove];
  if (pointers.length === 0) return changeErrors.refuse("change_empty", { pointer: "/fields" });
  if (pointers.length > MAX_FIELDS)
    return changeErrors.refuse("change_fields_too_many", { pointer: "/fields", received: pointers.length, allowed: MAX_FIELDS });
  const unreadable = unreadableValues(fields);
  if (unreadable.length > 0) return new Refusal(unreadable);
  const refused = pointers.flatMap((pointer, index) => refusedPlace(pointer, { places, others: pointers.toSpliced(index, 1), sku }));
  if (refused.length > 0) return new Refusal(refused);
  const { body, unknown, overlapping, originOf } = applyPatch(live, {
    ...fields,
    ...Object.fromEntries(remove.map((pointer) => [pointer, null])),
  });
  const misplaced = [
    ...unknown.map((pointer) => unknownFailure(pointer, places)),
    ...overlapping.map(({ pointer, other }) => overlapFailure(pointer, other, places)),
  ];
  if (misplaced.length > 0) return new Refusal(misplaced);
  const checked = checkSubmission(body, { offerRequired: false, driveHosts, pathSku: sku });
  if (checked.failures.length === 0) return changesTo(live, toProductDocument(checked.body), sku, "/fields");
  const placeIn = (pointer: string) => {
    const origin = originOf(pointer);
    return origin === undefined ? "/fields" : places.get(origin)! + (pointer.startsWith(`${origin}/`) ? pointer.slice(origin.length) : "");
  };
  return new Refusal(checked.failures.map((failure) => asChangeFailure({ ...failure, pointer: placeIn(failure.pointer) })));
}

/** Fields by JSON Pointer, and the pointers of what is taken away. */
interface Patch {
  readonly fields: Members;
  readonly remove: readonly string[];
}
/** Where each pointer stands in the body that was sent. */
type Places = ReadonlyMap<string, string>;

const placesOf = ({ fields, remove }: Patch): Places =>
  new Map([
    ...Object.keys(fields).map((pointer) => [pointer, jsonPointer(["fields", pointer])] as const),
    ...remove.map((pointer, index) => [pointer, `/remove/${index}`] as const),
  ]);

/** Values that could not be read as they were written: refused characters, numbers that are not exact, a key twice. */
const unreadableValues = (fields: Members): readonly Failure[] =>
  compileSchemaCheck(object(Object.fromEntries(Object.keys(fields).map((name) => [name, optional(anything())]))))(
    fields,
    "/fields",
  ).failures.map(asChangeFailure);

/** What a pointer is told apart from. */
interface PointerContext {
  readonly places: Places;
  readonly others: readonly string[];
  readonly sku: string;
}

/** Whether a pointer names something that no change request changes, or a part of something else that was sent. */
function refusedPlace(pointer: string, { places, others, sku }: PointerContext): readonly Failure[] {
  const field = pointer.split("/")[1] ?? "";
  const at = places.get(pointer)!;
  if (FIXED_FIELDS.includes(field)) return [fixedFailure(field, at, pointer)];
  if (Object.hasOwn(OFFER_FIELDS, field)) return [offerFailure(field, at, sku)];
  if (!pointer.startsWith("/") || !(CHANGEABLE_FIELDS as readonly string[]).includes(field)) return [unknownFailure(pointer, places)];
  const other = others.find((one) => one === pointer || one.startsWith(`${pointer}/`));
  return other === undefined ? [] : [overlapFailure(pointer, other, places)];
}

const overlapFailure = (pointer: string, other: string, places: Places): Failure =>
  changeErrors.failure("change_fields_overlap", {
    pointer: places.get(pointer)!,
    received: echoableValue(pointer),
    params: { other: echoableValue(other) },
  });

const fixedFailure = (field: string, pointer: string, received: unknown): Failure =>
  changeErrors.failure("field_is_fixed", { pointer, received: echoableValue(received), params: { field } });

const offerFailure = (field: string, pointer: string, sku: string): Failure =>
  changeErrors.failure("offer_not_in_change", { pointer, params: { field, sku, place: OFFER_FIELDS[field as keyof typeof OFFER_FIELDS] } });

function unknownFailure(received: string, places: Places): Failure {
  const suggestions = nearestWords(received.split("/")[1] ?? received, CHANGEABLE_FIELDS).map((name) => `/${name}`);
  return changeErrors.failure("change_field_unknown", { pointer: places.get(received)!, received: echoableValue(received), suggestions });
}

/** A failure of a product's body in the refusal of a change: 422, as everything that is wrong with what a change asks for. */
export const asChangeFailure = (failure: Failure): Failure => ({
  ...failure,
  row: { ...failure.row, status: 422, type: "Business_Logic_Error" },
});

/** A failure of a change in the refusal of PUT product, which refuses with 400 (decisions 2). */
export const asProductFailure = (failure: Failure): Failure => ({ ...failure, row: { ...failure.row, status: 400 } });
