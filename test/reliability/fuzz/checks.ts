import type { Answered, Conformance, Deviation } from "../../contract/conformance.ts";
import type { Described } from "./operation.ts";
import type { Expectation, Probe } from "./probe.ts";

/** A probe, what came back, and what the service is known to mean by it. */
export interface Case {
  readonly operation: Described;
  readonly probe: Probe;
  readonly answer: Answered;
  readonly conforms: Conformance;
  readonly reading: Reading;
}

/** How a service's answers are read; what an OpenAPI document cannot say. */
export interface Reading {
  /** Whether a body or parameter was refused for what its schema says, rather than by a rule of the business. */
  refusesSchema(answer: Answered): boolean;
  /** Whether what the answer found wrong is at this place. */
  names(answer: Answered, pointer: string): boolean;
  /** Whether the operation looks at what stands there; it is documented to ignore it otherwise. */
  counts(operation: Described, pointer: string): boolean;
  /** Whether the schema says all that a body has to be; what it leaves open depends on the address otherwise. */
  promises(operation: Described): boolean;
  /** Whether the links of its answers are for whoever asked; those of a new credential are for its holder. */
  leads(operation: Described): boolean;
  /** Whether what the operation removes can still be read, as something that has ended. */
  survives(operation: Described): boolean;
  /** Whether an answer tells of nothing that is there, only of what is announced for its address. */
  announces(answer: Answered): boolean;
  /** Whether the operation tells in a success what it found wrong. */
  rehearses(operation: Described): boolean;
}

/** One row of what is checked of every answer. */
interface Check {
  readonly name: string;
  /** What is wrong; undefined when nothing is. */
  readonly find: (seen: Case) => string | undefined;
}

/** The headers that an address which is no such method's has to name. */
const methodsIn = ({ headers }: Answered) =>
  (headers.get("allow") ?? "").split(/\s*,\s*/).filter((method) => !["", "HEAD", "OPTIONS"].includes(method));

const deviation =
  (what: Deviation) =>
  ({ operation, probe, answer, conforms }: Case): string | undefined =>
    // What is no operation has no document: a wrong method has its own row.
    probe.expects === "no such method" ? undefined : conforms(operation.object, answer).find((fault) => fault.what === what)?.text;

const expecting =
  (expectation: Expectation, find: (seen: Case) => string | undefined) =>
  (seen: Case): string | undefined =>
    seen.probe.expects === expectation ? find(seen) : undefined;

const answering =
  (expected: number) =>
  ({ answer }: Case) =>
    answer.status === expected ? undefined : `${answer.status} instead of ${expected}`;

const isRefused = ({ operation, answer, reading }: Case) =>
  (answer.status >= 400 && answer.status < 500) || (answer.status < 300 && reading.rehearses(operation));

/** Everything that is checked of every answer, under the names that such checks go by. */
export const CHECKS: readonly Check[] = [
  {
    name: "not_a_server_error",
    find: ({ answer }) => (answer.status >= 500 ? `${answer.status}: ${answer.text.slice(0, 300)}` : undefined),
  },
  { name: "status_code_conformance", find: deviation("status") },
  { name: "content_type_conformance", find: deviation("content type") },
  { name: "response_headers_conformance", find: deviation("header") },
  { name: "response_schema_conformance", find: deviation("body") },
  {
    name: "negative_data_rejection",
    find: expecting("refusal", (seen) => {
      const { operation, answer, probe, reading } = seen;
      if (!reading.counts(operation, probe.pointer!)) return undefined;
      if (!isRefused(seen)) return `${answer.status}, though ${probe.name}`;
      return reading.names(answer, probe.pointer!)
        ? undefined
        : `${answer.status} without a word of ${probe.pointer}: ${answer.text.slice(0, 300)}`;
    }),
  },
  {
    name: "positive_data_acceptance",
    find: expecting("acceptance", ({ operation, answer, reading }) =>
      reading.promises(operation) && reading.refusesSchema(answer) ? `${answer.status}: ${answer.text.slice(0, 300)}` : undefined,
    ),
  },
  { name: "missing_required_header", find: expecting("refusal of a missing header", answering(400)) },
  { name: "unsupported_method", find: expecting("no such method", answering(405)) },
  {
    name: "allow_header_conformance",
    find: expecting("no such method", ({ answer, operation }) => {
      if (answer.status !== 405) return undefined;
      const [named, served] = [methodsIn(answer).toSorted().join(), operation.methods.toSorted().join()];
      return named === served ? undefined : `Allow: ${named || "nothing"}, served: ${served}`;
    }),
  },
  { name: "ignored_auth", find: expecting("no entry", answering(401)) },
  { name: "unsupported_media_type", find: expecting("no such media type", answering(415)) },
  { name: "not_acceptable", find: expecting("JSON only", answering(406)) },
];

type Found = readonly { readonly check: string; readonly what: string }[];

/** What is checked of an address that an answer gave out: it leads somewhere, and the answer there is a documented one. */
export function checkLink(link: {
  readonly href: string;
  readonly reads: Described;
  readonly answer: Answered;
  readonly conforms: Conformance;
}): Found {
  const { href, reads, answer, conforms } = link;
  const faults = conforms(reads.object, answer).map(({ text }) => ({ check: "links_conformance", what: `${href}: ${text}` }));
  const isThere = answer.status < 400;
  return isThere
    ? faults
    : [...faults, { check: "ensure_resource_availability", what: `${answer.status} at ${href}, given out a moment ago` }];
}

/** What is checked of an address whose resource was removed. */
export const checkRemoved = ({ status }: Answered): Found =>
  status === 404 || status === 410 ? [] : [{ check: "use_after_free", what: `${status} after it was removed` }];
