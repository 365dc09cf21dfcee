import type { Operation } from "../../src/platform/contract/operation.ts";
import { conformance, type Answered } from "./conformance.ts";
import { documented } from "./documented.ts";

const faultsOf = conformance();

/** What an answer says that the published document does not, or leaves out that it promises; nothing, it is hoped. */
export const undocumented = (operation: Operation, reply: Answered): readonly string[] =>
  faultsOf(documented(operation), reply).map(({ text }) => text);
