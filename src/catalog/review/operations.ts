import { type Answer, type Endpoint, endpoint, errorBody, Refusal } from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { findSeller, sellerErrors, type OperatorCall } from "../../sellers/index.ts";
import { productErrors } from "../errors.ts";
import type { StoredFinding } from "../product.ts";
import { statusView } from "../status-view.ts";
import * as contract from "./contract.ts";
import type { DecideProduct, DecisionResponse, ReviewDecision } from "./decide.ts";
import { reviewErrors } from "./errors.ts";
import { findReasons, type ReasonRow } from "./reasons/queries.ts";

export interface ReviewContext {
  readonly db: Database;
  readonly decide: DecideProduct;
}

interface ReviewInput {
  readonly decision: "approve" | "criticize";
  readonly critiques?: readonly ReasonInput[];
  readonly claimToken?: string;
}
interface ReasonInput {
  readonly code: string;
  readonly message?: string;
  readonly pointer?: string;
}
/** The registered reasons that a call uses, by code. */
type Reasons = ReadonlyMap<string, ReasonRow>;

/** The product to decide on, and the person who decides. `pointer` is the place of the decision in the body; empty for the root. */
type Target = Pick<ReviewDecision, "sellerId" | "sku" | "skuPointer" | "actor" | "requestId" | "at"> & { readonly pointer: string };

/** Decisions of reviewers (seed 3.1, decisions 8): one, and many at once. */
export function decisionEndpoints({ db, decide }: ReviewContext): readonly Endpoint[] {
  const decideOne = async (input: ReviewInput, reasons: Reasons, target: Target, response: DecisionResponse): Promise<Answer | Refusal> => {
    const decision = decisionOf(input, reasons, target);
    if (decision instanceof Refusal) return decision;
    const outcome = await decide(decision, response);
    const isProductUnknown = outcome instanceof Refusal && outcome.failures[0]!.code === "product_unknown";
    const { sellerId, pointer } = target;
    if (!isProductUnknown || (await db.run([], findSeller, [sellerId])).length > 0) return outcome;
    return sellerErrors.refuse("seller_unknown", { pointer: pointer === "" ? "path.sellerId" : `${pointer}/sellerId`, received: sellerId });
  };

  return [
    endpoint(contract.reviewProduct, async (call: OperatorCall<typeof contract.reviewProduct>) => {
      const { sellerId, sku } = call.path;
      const { at, requestId, idempotencyKey, lang } = call;
      const target = { sellerId, sku, skuPointer: "path.sku", pointer: "", actor: call.who.actor, requestId, at };
      return decideOne(call.body, await reasonsOf(db, [call.body]), target, {
        idempotencyKey,
        answer: (row, decisionId) => ({
          status: 200,
          body: { ...statusView(sku, row, lang), ...(decisionId === undefined ? {} : { decisionId }) },
        }),
      });
    }),
    endpoint(contract.reviewProducts, async (call: OperatorCall<typeof contract.reviewProducts>): Promise<Answer> => {
      const { at, requestId } = call;
      const reasons = await reasonsOf(db, call.body.items);
      const items: object[] = [];
      let refusals = 0;
      for (const [index, { sellerId, sku, ...input }] of call.body.items.entries()) {
        const pointer = `/items/${index}`;
        const target = { sellerId, sku, skuPointer: `${pointer}/sku`, pointer, actor: call.who.actor, requestId, at };
        const outcome = await decideOne(input, reasons, target, ONE_OF_MANY);
        if (!(outcome instanceof Refusal)) items.push({ sellerId, sku, status: outcome.status, ...(outcome.body as object) });
        else {
          refusals += 1;
          items.push({ sellerId, sku, status: outcome.failures[0]!.row.status, error: errorBody(outcome, call.lang, requestId) });
        }
      }
      return { status: refusals === 0 ? 200 : 206, body: { items } };
    }),
  ];
}

/**
 * The response to each decision of a call with many decisions. The decisions are executed individually. The call's own answer reports all
 * of them, so the answers to single decisions are not recorded.
 */
const ONE_OF_MANY: DecisionResponse = {
  idempotencyKey: undefined,
  answer: (_row, decisionId) => ({ status: 200, body: decisionId === undefined ? {} : { decisionId } }),
};

/** The active registered reasons with the codes that decisions name. */
async function reasonsOf(db: Database, inputs: readonly ReviewInput[]): Promise<Reasons> {
  const codes = [...new Set(inputs.flatMap(({ critiques = [] }) => critiques.map(({ code }) => code)))];
  if (codes.length === 0) return new Map();
  return new Map((await db.run([], findReasons, [codes])).map((row) => [row.code, row]));
}

/** The decision, or its refusal. A criticism needs a reason that is an error, and an approval must have no reason. */
function decisionOf(
  { decision, critiques = [], claimToken }: ReviewInput,
  reasons: Reasons,
  { pointer: root, ...target }: Target,
): ReviewDecision | Refusal {
  const facts = { ...target, claimToken, requested: { pointer: `${root}/decision`, received: decision } };
  const pointer = `${root}/critiques`;
  if (decision === "approve")
    return critiques.length > 0
      ? productErrors.refuse("approval_with_critiques", { pointer })
      : { ...facts, move: "reviewApprove", reviews: [] };
  if (critiques.length === 0) return productErrors.refuse("critique_reason_missing", { pointer });
  const failures = critiques.flatMap(({ code, message }, i) =>
    message === undefined && !reasons.has(code)
      ? [reviewErrors.failure("reason_unknown", { pointer: `${pointer}/${i}/code`, received: code })]
      : [],
  );
  if (failures.length > 0) return new Refusal(failures);
  const reviews = critiques.map((reason) => findingOf(reason, reasons.get(reason.code), target.at));
  if (!reviews.some(({ severity }) => severity === "error")) return reviewErrors.refuse("criticism_without_error", { pointer });
  return { ...facts, move: "reviewCriticize", reviews };
}

/** The finding of a reason. Without words of the reviewer's own, the seller reads those of the registered reason in both languages. */
function findingOf({ code, message, pointer }: ReasonInput, registered: ReasonRow | undefined, at: number): StoredFinding {
  const { text_pt, text_en, pointer: usual = "", severity = "error" } = registered ?? {};
  return {
    code,
    text: message ?? text_pt!,
    ...(message === undefined ? { texts: { "pt-BR": text_pt!, en: text_en! } } : {}),
    pointer: pointer ?? usual ?? "",
    stage: "review",
    severity,
    at,
  };
}
