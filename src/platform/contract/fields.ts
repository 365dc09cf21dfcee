import {
  anything,
  decimal,
  bool,
  dateTimeOutput,
  integer,
  link,
  list,
  named,
  openObject,
  describedAs,
  namedObject,
  text,
  type TSchema,
} from "./schema.ts";

/** The ids that the examples in documents use. */
export const EXAMPLE_IDS = {
  request: "5b0c9a4e-2f71-4d0b-9c3e-100000000a2f",
  client: "vta_sandbox_7Hq2LxN4cVb9TzK1mWpR",
  credential: "crd_4fQ2mZx8Lk1RtYw9Ab3C",
  endpoint: "nep_6Gd1SxQ8hNw3VbK5tJzC",
  operatorKey: "opk_9Kb4DvM7gHs2CxP1rNzT",
  validation: "tvl_1001_3Fj8RwZ2nXc6LpT0sQyB",
  event: "evt_1001_43",
  sku: "TEN-BRISA-PRETO-39",
  change: "chg_1001_5Tq8RwN2nXc6LpZ0sQyB",
  order: "217350000584167",
  sellerId: 1001,
  shippingCode: 584_168,
} as const;

// Fields of answers, each with a description (pt-BR) and an example. Bodies and parameters need more options and use schema.ts.

/** A text in an answer. */
export const textField = (description: string, example: string) => text({ description, examples: [example] });
/** A whole number of 32 bits. */
export const int32Field = (description: string, example: number) => integer({ description, examples: [example] });
/** A whole number that may need 64 bits. */
export const int64Field = (description: string, example: number) =>
  integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, description, examples: [example] });
/** An amount in reais, with at most 2 decimals. */
export const moneyField = (description: string, example: number) => decimal({ scale: 2, description, examples: [example] });
/** A boolean. */
export const booleanField = (description: string, example = true) => bool({ description, examples: [example] });

const AN_INSTANT = "2026-11-20T09:52:48.000-03:00";
const DateTime = named(
  "DateTime",
  dateTimeOutput({ description: "Instante ISO 8601, com milissegundos e o fuso de America/Sao_Paulo.", examples: [AN_INSTANT] }),
);
/** An instant in an answer: ISO 8601 with milliseconds and the offset of America/Sao_Paulo. */
export const dateTimeField = (description: string, example = AN_INSTANT) =>
  describedAs(DateTime, { description, ...(example === AN_INSTANT ? {} : { examples: [example] }) });

/** The latest instant that a Date can hold. The earliest is its negative (ECMA-262). */
const FURTHEST_MS = 8_640_000_000_000_000;
const AN_EPOCH = 1_795_179_168_000;
const EpochMilliseconds = named(
  "EpochMilliseconds",
  integer({
    minimum: -FURTHEST_MS,
    maximum: FURTHEST_MS,
    description: "Instante em milissegundos desde 1970-01-01T00:00:00Z.",
    examples: [AN_EPOCH],
  }),
);
/** An instant in epoch milliseconds, as in seed 2.4 and 2.5. */
export const epochField = (description: string, example = AN_EPOCH) =>
  describedAs(EpochMilliseconds, { description, ...(example === AN_EPOCH ? {} : { examples: [example] }) });

/** Any value. */
export const anyField = (description: string, example: unknown) => anything({ description, examples: [example] });
/** An object whose fields the contract does not name. */
export const objectField = (description: string, example: Readonly<Record<string, unknown>>) =>
  openObject({ description, examples: [example] });
/** A list of texts. */
export const textsField = (description: string, example: readonly string[]) => list(text(), { description, examples: [example] });

/** Allows null for a member that is always present. */
export const nullable = <Schema extends TSchema>(schema: Schema): Schema => ({
  ...schema,
  type: [(schema as { readonly type?: string }).type, "null"],
});

/** The `X-Request-Id` of a call. */
export const requestIdField = (description = "O `X-Request-Id` da resposta.") => textField(description, EXAMPLE_IDS.request);

/** The `_links` of a v2 resource, as a named schema. `leads` maps the relation of each link to its description. */
export const linksOf = <Names extends string>(name: string, leads: Readonly<Record<Names, string>>) =>
  namedObject(
    name,
    "Para onde ir daqui.",
    Object.fromEntries(
      Object.entries<string>(leads).map(([relation, description]) => [relation, describedAs(link, { description })]),
    ) as Record<Names, typeof link>,
  );
