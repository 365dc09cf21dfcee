import type { Operation } from "../platform/contract/operation.ts";
import type { Lang } from "../platform/contract/errors.ts";
import { keyContract, type SellerIdentity } from "../sellers/index.ts";
import { replayRequest } from "./contract.ts";
import { headersOf, isKeptWhole, keptOf, targetOf, type SentHeaders } from "./mask.ts";

/** A call that will be written: what it holds of bodies is bounded. */
export interface Seen {
  readonly requestId: string;
  readonly operation: Operation;
  /** Whom the door knew; undefined when it knew nobody. */
  readonly who: unknown;
  /** Real time at which it arrived, epoch ms. */
  readonly at: number;
  /** Marketplace time at which it was answered, epoch ms. */
  readonly moment: number;
  readonly ms: number;
  readonly status: number;
  readonly lang: Lang;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: string;
  readonly headers: SentHeaders;
  readonly sent: unknown;
  /** The body sent was too long to hold. */
  readonly isSentLong: boolean;
  readonly answered: string | undefined;
  /** Whether each character of `answered` is a byte of its UTF-8. */
  readonly isAnsweredLong: boolean;
  readonly codes: readonly string[];
}

/** A row of the log, as it is written. */
export interface Recorded {
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
 * What is not repeated from here. A repetition of repetitions could go in a circle: callers choose their request ids. And changes of
 * credentials are told of in the audit log, which hears of calls alone.
 */
const NEVER_AGAIN: ReadonlySet<string> = new Set([replayRequest.id, ...keyContract.OWN_CHANGES]);

/** Under it stand the marketplace's people, and callers that no door knew. */
const NO_SELLER = 0;
/** Characters of JSON that are kept of what was sent: an order comes whole, as it was shown. */
export const MOST_SENT_CHARS = 16_384;
/** Stands for a body that was too long to keep any of it. */
const TOO_LONG = JSON.stringify("…");

/** The row of a call: masked, shortened, ready. */
export function recorded(call: Seen): Recorded {
  const { operation, status } = call;
  const { sellerId = NO_SELLER, clientId = null, credentialId = null } = (call.who ?? {}) as Partial<SellerIdentity>;
  const { target, isWhole } = targetOf(operation, call);
  const sent = call.sent === undefined ? undefined : keptOf(call.sent, operation.body, MOST_SENT_CHARS);
  const isSentWhole = !call.isSentLong && sent?.isMasked !== true && sent?.isShortened !== true;
  return {
    sellerId,
    at: call.at,
    moment: call.moment,
    requestId: call.requestId,
    clientId,
    credentialId,
    target,
    status,
    ms: call.ms,
    operation: operation.id,
    method: operation.method,
    language: call.lang,
    headers: JSON.stringify(headersOf(call.headers)),
    sent: call.isSentLong ? TOO_LONG : sent === undefined ? null : JSON.stringify(sent.value),
    answered: call.isAnsweredLong ? TOO_LONG : answeredText(call),
    codes: call.codes.join(),
    isReplayable: !NEVER_AGAIN.has(operation.id) && sellerId !== NO_SELLER && isWhole && isSentWhole && isReadWhole(call),
  };
}

/** A body that was refused before it was read cannot be sent again. */
const isReadWhole = ({ operation, sent, headers }: Seen): boolean =>
  operation.body === undefined || sent !== undefined || headers["content-length"] === undefined || headers["content-length"] === "0";

function answeredText({ operation, status, answered: text }: Seen): string | null {
  if (text === undefined) return null;
  const schema = answerSchema(operation, status);
  return isKeptWhole(text, schema) ? text : JSON.stringify(keptOf(JSON.parse(text), schema).value);
}

const text = { type: "string" };
const texts = { items: text };
const anyOf = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, text]));
/** What is kept of refusals, which repeat nothing that is personal or secret. */
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
