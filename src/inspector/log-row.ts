import { kindOfActor } from "../platform/basics/index.ts";
import type { Lang, Operation } from "../platform/contract/index.ts";
import { credentialContract, type SellerIdentity } from "../sellers/index.ts";
import { replayRequest } from "./contract.ts";
import { isKeptUnchanged, maskBody } from "./body-mask.ts";
import { maskHeaders, maskTarget, type SentHeaders } from "./request-mask.ts";

/** A call that waits to be written to the log. Its bodies have a maximum size. */
export interface PendingCall {
  readonly requestId: string;
  readonly operation: Operation;
  /** The identity of the caller; undefined when the caller was not authenticated. */
  readonly who: unknown;
  /** Real time when the call arrived, epoch ms. */
  readonly at: number;
  /** Marketplace time when the call was answered, epoch ms. */
  readonly moment: number;
  readonly ms: number;
  readonly status: number;
  readonly lang: Lang;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: string;
  readonly headers: SentHeaders;
  readonly sent: unknown;
  /** Whether the request body was too long to hold in memory. */
  readonly isSentTooLong: boolean;
  readonly answered: string | undefined;
  /** Whether the response body was too long to hold in memory. */
  readonly isAnswerTooLong: boolean;
  readonly codes: readonly string[];
}

/** A row of the log. */
export interface LogRow {
  readonly sellerId: number;
  readonly at: number;
  readonly moment: number;
  readonly requestId: string;
  readonly clientId: string | null;
  readonly credentialId: string | null;
  readonly operation: string;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly ms: number;
  readonly language: string;
  readonly headers: string;
  readonly sent: string | null;
  readonly answered: string | null;
  readonly codes: string;
  readonly isReplayable: boolean;
}

/**
 * Operations that cannot be replayed. One is the replay: callers choose request ids, so a replay could replay itself in an endless loop.
 * The others change credentials. Such changes must appear in the audit log, and the audit log does not record replays.
 */
const NOT_REPLAYABLE: ReadonlySet<string> = new Set([replayRequest.id, ...credentialContract.OWN_CHANGES]);

/** Seller id for calls by operators and by unauthenticated callers. */
const NO_SELLER = 0;
/** Maximum length of a logged request body, in characters of JSON. Enough for a whole order. */
export const SENT_BODY_MAX_CHARS = 16_384;
/** Text that replaces a body that was too long to hold in memory. */
const TOO_LONG = JSON.stringify("…");

/** Converts a call to a row of the log. Masks its bodies and shortens them. */
export function toLogRow(call: PendingCall): LogRow {
  const { operation, status } = call;
  const { sellerId = NO_SELLER, clientId, credentialId = null, actor = "" } = (call.who ?? {}) as Partial<SellerIdentity>;
  const { target, isWhole } = maskTarget(operation, call);
  const sent = call.sent === undefined ? undefined : maskBody(call.sent, operation.body, SENT_BODY_MAX_CHARS);
  const isSentWhole = !call.isSentTooLong && sent?.isMasked !== true && sent?.isShortened !== true;
  return {
    sellerId,
    at: call.at,
    moment: call.moment,
    requestId: call.requestId,
    clientId: clientId ?? (kindOfActor(actor) === "person" ? actor : null),
    credentialId,
    target,
    status,
    ms: call.ms,
    operation: operation.id,
    method: operation.method,
    language: call.lang,
    headers: JSON.stringify(maskHeaders(call.headers)),
    sent: call.isSentTooLong ? TOO_LONG : sent === undefined ? null : JSON.stringify(sent.value),
    answered: call.isAnswerTooLong ? TOO_LONG : answeredText(call),
    codes: call.codes.join(),
    isReplayable: !NOT_REPLAYABLE.has(operation.id) && sellerId !== NO_SELLER && isWhole && isSentWhole && isReadWhole(call),
  };
}

/** Whether the request body, if any, was read. A call refused before its body was read cannot be replayed. */
const isReadWhole = ({ operation, sent, headers }: PendingCall): boolean =>
  operation.body === undefined || sent !== undefined || headers["content-length"] === undefined || headers["content-length"] === "0";

function answeredText({ operation, status, answered: text }: PendingCall): string | null {
  if (text === undefined) return null;
  const schema = answerSchema(operation, status);
  return isKeptUnchanged(text, schema) ? text : JSON.stringify(maskBody(JSON.parse(text), schema).value);
}

const text = { type: "string" };
const texts = { items: text };
const anyOf = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, text]));
/** Schema of the answer of a refused call. It names the fields that the log keeps. Refusals contain nothing personal or secret. */
const REFUSAL = {
  properties: {
    ...anyOf("type", "description", "requestId"),
    notifications: texts,
    details: {
      items: { properties: { ...anyOf("code", "pointer", "message", "received"), allowed: { "x-shown": "whole" }, suggestions: texts } },
    },
    links: { items: { properties: anyOf("rel", "href") } },
  },
};

const answerSchema = ({ replies }: Operation, status: number): object | undefined => (status >= 400 ? REFUSAL : replies[status]?.schema);
