import { apiDocument, APIS } from "../../src/commands/documents.ts";
import type { Operation } from "../../src/platform/contract.ts";
import type { Document } from "../documents/openapi-rules.ts";
import { resolved } from "../documents/resolved.ts";
import { conformance, type Answered } from "./conformance.ts";

const documents = new Map(APIS.map((api) => [api, resolved(JSON.parse(JSON.stringify(apiDocument(api))) as Document)]));
const faultsOf = conformance();

/** What an answer says that the published document does not, or leaves out that it promises; nothing, it is hoped. */
export function undocumented({ api, path, method }: Operation, reply: Answered): readonly string[] {
  return faultsOf(documents.get(api)!.paths[path]![method.toLowerCase()]!, reply).map(({ text }) => text);
}
