import { DATE_TIME_PATTERN } from "../../basics/clock.ts";
import type { JsonObject, AnnotatedSchema } from "./schema-types.ts";

/** Describes every accepted spelling of an instant (decisions 1.7). */
const SPELLINGS =
  "Instante ISO 8601, como 2026-11-20T09:52:48-03:00. Também com Z, com +hhmm, com um espaço no lugar do T, sem segundos, sem fuso (vale o de America/Sao_Paulo) ou só a data.";
const EPOCH = " Ou epoch em milissegundos: um número, ou um texto de 12 ou 13 algarismos.";
const EXAMPLES = ["2026-11-20T09:52:48-03:00", "2026-11-20T09:52:48", "2026-11-20"];

/** The two schemas of instants in requests, by name. */
export const DATE_TIME_SCHEMAS = {
  DateTimeInput: { type: "string", description: SPELLINGS, pattern: `^${DATE_TIME_PATTERN}$`, examples: EXAMPLES },
  DateTimeOrEpochInput: {
    type: ["string", "integer"],
    description: SPELLINGS + EPOCH,
    pattern: `^(?:${DATE_TIME_PATTERN}|[0-9]{12,13})$`,
    examples: [...EXAMPLES, 1_795_179_168_000],
  },
} as const satisfies Readonly<Record<string, JsonObject>>;

/** The name of the schema that describes an instant. */
export const dateTimeSchemaName = ({ "x-also": also }: AnnotatedSchema): keyof typeof DATE_TIME_SCHEMAS =>
  also === "epoch-ms" ? "DateTimeOrEpochInput" : "DateTimeInput";
