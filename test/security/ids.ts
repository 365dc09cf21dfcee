import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "../../src/project.ts";
import { resolved } from "../documents/resolved.ts";

/** Whose a thing is that a parameter or a field of a body names. */
type Whose =
  /** One seller's: to everybody else it is as if it were not there. */
  | "a seller's"
  /** The marketplace's, and no secret: brands, rules, other people's sellers as operators know them. */
  | "the marketplace's"
  /** Whoever asks has made it up: nothing of ours has that name yet, or it is about something elsewhere. */
  | "the asker's";

/** Every name that looks like an id, by where it stands where that matters. A name that is not here is refused by a test: decide it. */
const WHOSE: Readonly<Record<string, Whose>> = {
  sku: "a seller's",
  replacementSku: "a seller's",
  productGroup: "a seller's",
  orderNumber: "a seller's",
  orderCode: "a seller's",
  shippingCode: "a seller's",
  itemId: "a seller's",
  requestId: "a seller's",
  credentialId: "a seller's",
  clientId: "a seller's",
  endpointId: "a seller's",
  deliveryId: "a seller's",
  validationId: "a seller's",
  changeRequestId: "a seller's",
  jobId: "a seller's",
  resource: "a seller's",
  // Of the marketplace's own people. Of a seller's and of the portal, other tests ask.
  personId: "the marketplace's",
  invitationId: "the marketplace's",
  buId: "the marketplace's",
  departmentCode: "the marketplace's",
  productTypeCode: "the marketplace's",
  sellerId: "the marketplace's",
  changeId: "the marketplace's",
  keyId: "the marketplace's",
  list: "the marketplace's",
  rule: "the marketplace's",
  ruleId: "the marketplace's",
  decisionId: "the marketplace's",
  "body id": "the marketplace's",
  simulator: "the marketplace's",
  code: "the marketplace's",
  reasonCancellationCode: "the marketplace's",
  // An invoice belongs to one order in the whole marketplace, and whoever sends its key has the document (T11).
  key: "the asker's",
  // Where to go on in a list of one's own, whoever was given it: T50 says so on its own.
  cursor: "the asker's",
  // Of a house, and of an invoice.
  number: "the asker's",
  "body deliveryId": "the asker's",
  // An application may serve any seller, and a fault on purpose may strike any endpoint.
  "body clientId": "the marketplace's",
  "body endpointId": "the marketplace's",
  platformId: "the asker's",
  carrierId: "the asker's",
  serviceId: "the asker's",
  trackingNumber: "the asker's",
  manufacturerCode: "the asker's",
  externalCode: "the asker's",
  postalCode: "the asker's",
  paymentGatewayRegistrationNumber: "the asker's",
};

const LOOKS_LIKE_AN_ID = /(^|[a-z])(Id|Number|Code|Key|Group|Sku)$|^(id|number|code|key|sku|cursor|resource|list|rule|simulator)$/;

/** Where an id stands in a call: its place in the body as steps, `0` for any item of a list. */
export interface IdPlace {
  readonly operationId: string;
  readonly in: "path" | "query" | "body";
  readonly name: string;
  readonly at: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;
interface Documented {
  readonly operationId: string;
  readonly parameters: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Json }>> };
}

/** Every id that a call may name, by the published documents of these APIs. */
export function idPlaces(apis: readonly string[]): readonly IdPlace[] {
  return apis.flatMap((api) => {
    const document = JSON.parse(readFileSync(join(PROJECT, "openapi", `${api}.json`), "utf8")) as Json;
    const { paths } = resolved(document) as unknown as { readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>> };
    return Object.values(paths).flatMap((item) => Object.values(item).flatMap(placesIn));
  });
}

function placesIn({ operationId, parameters, requestBody }: Documented): readonly IdPlace[] {
  const named = parameters.flatMap(({ in: where, name }): readonly IdPlace[] =>
    where === "path" || where === "query" ? [{ operationId, in: where, name, at: [name] }] : [],
  );
  const body = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
    leaves(schema).map((at): IdPlace => ({ operationId, in: "body", name: at.at(-1)!, at })),
  );
  return [...named, ...body].filter(({ name }) => LOOKS_LIKE_AN_ID.test(name));
}

/** The fields of a body that hold one value, by their steps. */
function leaves(schema: Json, at: readonly string[] = []): readonly (readonly string[])[] {
  const { properties, items, anyOf } = schema as {
    readonly properties?: Readonly<Record<string, Json>>;
    readonly items?: Json;
    readonly anyOf?: readonly Json[];
  };
  // A record that may be `null` too.
  const inner = anyOf?.find((one) => "properties" in one || "items" in one);
  if (inner !== undefined) return leaves(inner, at);
  // Nobody reads it, whatever it names.
  if (schema["x-unread"] === true) return [];
  if (items !== undefined) return leaves(items, [...at, "0"]);
  if (properties === undefined) return at.length === 0 || at.at(-1) === "0" ? [] : [at];
  return Object.entries(properties).flatMap(([name, part]) => leaves(part, [...at, name]));
}

/** Whose it is; undefined where nobody has decided. */
export const whose = ({ in: where, name }: Pick<IdPlace, "in" | "name">): Whose | undefined => WHOSE[`${where} ${name}`] ?? WHOSE[name];

/** Names of the table above that no document has any more. */
export const unusedNames = (places: readonly IdPlace[]): readonly string[] =>
  Object.keys(WHOSE).filter((key) => !places.some(({ in: where, name }) => key === name || key === `${where} ${name}`));
