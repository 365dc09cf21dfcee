import { readFileSync } from "node:fs";
import { join } from "node:path";
import { OPERATIONS } from "../../../src/openapi/all-operations.ts";
import { PROJECT } from "../../../src/project.ts";
import type { Api, Operation } from "../../../src/platform/contract/operation.ts";
import { bodyErrors, parameterErrors } from "../../../src/platform/contract/input-errors.ts";
import { findList } from "../../../src/reference/lists.ts";
import type { Answered } from "../../contract/conformance.ts";
import { isPart } from "../../contract/bulk-jobs.ts";
import type { World } from "../../contract/world.ts";
import type { Document } from "../../documents/openapi-rules.ts";
import { resolved } from "../../documents/resolved.ts";
import type { Ground } from "./fuzzer.ts";
import type { Schema } from "./values.ts";

/** The published document of an API, resolved. */
export const publishedDocument = (api: Api): Document =>
  resolved(JSON.parse(readFileSync(join(PROJECT, "openapi", `${api}.json`), "utf8")) as Document);

/** Answer 200 whatever is wrong with what they are shown, and say what. */
const REHEARSALS: readonly string[] = ["validateProduct", "validateInvoice"];
/** A credential that was revoked stays in the list of them, and what fails on purpose is a list, empty or not. */
const SURVIVING: ReadonlySet<string> = new Set(["revokeCredential", "revokeOwnCredential", "deleteFaults", "resetClock"]);
/** Who left a team is still a person, one's own session stays, and that nothing is proposed is an answer too. */
const STILL_ANSWERED: ReadonlySet<string> = new Set(["removePerson", "endOtherSessions", "withdrawProposal"]);
/** What was canceled or taken back shows what became of it. */
const CANCELED: ReadonlySet<string> = new Set(["cancelBulkJob", "cancelOrderBulkJob", "withdrawChange"]);
/** Long polls. */
const WAITING = new Set(["wait"]);

interface Finding {
  readonly code: string;
  readonly pointer: string;
}
const findingsIn = ({ json }: Answered): readonly Finding[] => {
  const { details, reviews, failures } = (json ?? {}) as Readonly<
    Record<"details" | "reviews" | "failures", readonly Finding[] | undefined>
  >;
  return details ?? reviews ?? failures ?? [];
};

/** Operations that change what all others stand on; fuzzed last, in this order, each on what the ones before have left. */
export const UPSETTING: readonly string[] = [
  "postOrder",
  "createOrder",
  "changeSeller",
  "putSimulators",
  "postSimulatorAct",
  "revokeOperatorKey",
  "putRule",
  "putRules",
  "putReferenceItem",
  "removeReferenceItem",
  "putEventFaults",
  "putHttpFaults",
  "deleteFaults",
  "putClock",
  "moveClock",
  "resetClock",
];
/** Of these another seller than everybody's is changed. */
const OF_A_BYSTANDER = new Set(["changeSeller", "putSimulators", "createCredential"]);

/** The fields of other lists do not count; the world's is `brands`. */
const FIELDS_OF_BRANDS = /^(path|query|header)\.|^\/(name|externalCode|effectiveAt)$/;

/** A marketplace of the contract's tests, to be fuzzed by the published document of one API. */
export function marketplaceGround(world: World, api: Api): Ground {
  const document = publishedDocument(api);
  const codes = new Set<string>([...bodyErrors.codes, ...parameterErrors.codes, ...sentencesIn(document)]);
  const row = (id: string): Operation => OPERATIONS.find((operation) => operation.id === id)!;
  return {
    // Browsers keep passkeys for names only.
    baseUrl: api === "portal" ? world.market.baseUrl.replace("127.0.0.1", "localhost") : world.market.baseUrl,
    document,
    async open({ id, path: pattern }) {
      const operation = row(id);
      const steps = (await world.address(operation)).split("/");
      const path = Object.fromEntries(
        pattern.split("/").flatMap((step, i) => (step.startsWith("{") ? [[step.slice(1, -1), decodeURIComponent(steps[i]!)]] : [])),
      );
      if (OF_A_BYSTANDER.has(id)) path["sellerId"] = String((await world.market.seller()).sellerId);
      const { headers } = await world.caller(operation);
      const part = isPart(operation) ? world.sent(operation) : undefined;
      const { "content-type": type, ...more } = part?.headers ?? {};
      const list = id === "putReferenceItem" ? findList(path["list"]!) : undefined;
      return {
        path,
        query: [...new URLSearchParams(world.query(operation))],
        headers: { ...headers, ...more },
        body: world.body(operation),
        ...(part === undefined ? {} : { file: { text: part.body as string, type: type! } }),
        ...(list === undefined ? {} : { asks: list.schema }),
      };
    },
    slow: () => WAITING,
    refusesSchema: (answer) => answer.status === 400 && findingsIn(answer).some(({ code }) => codes.has(code)),
    names: (answer, pointer) =>
      // A path that cannot be one leads nowhere.
      (pointer.startsWith("path.") && answer.status === 404) ||
      findingsIn(answer).some((finding) => finding.pointer === pointer || finding.pointer.startsWith(`${pointer}/`)),
    // What a rule's value is depends on which rule.
    promises: ({ id }) => id !== "putRule",
    leads: ({ id }) => id !== "rotateOwnCredential" && id !== "createSandboxCredential",
    survives: ({ id }) => SURVIVING.has(id) || CANCELED.has(id) || STILL_ANSWERED.has(id),
    announces: ({ json }) => {
      const { item, waiting = [] } = (json ?? {}) as { readonly item?: unknown; readonly waiting?: readonly unknown[] };
      return item === undefined && waiting.length > 0;
    },
    counts: ({ id }, pointer) => id !== "putReferenceItem" || FIELDS_OF_BRANDS.test(pointer),
    rehearses: ({ id }) => REHEARSALS.includes(id),
  };
}

/** The codes of patterns that have a sentence of their own. */
function* sentencesIn(node: unknown): Generator<string> {
  if (typeof node !== "object" || node === null) return;
  const code = (node as Schema)["x-code"];
  if (typeof code === "string") yield code;
  for (const part of Object.values(node)) yield* sentencesIn(part);
}
