import { apiDocument, APIS } from "../../src/commands/documents.ts";
import type { Operation } from "../../src/platform/contract.ts";
import type { Document } from "../documents/openapi-rules.ts";
import { conformanceTo, type Answered } from "./conformance.ts";

const documents = new Map(
  APIS.map((api) => {
    const document = JSON.parse(JSON.stringify(apiDocument(api))) as Document;
    return [api, { document, faultsOf: conformanceTo(document) }] as const;
  }),
);

/** What an answer says that the published document does not, or leaves out that it promises; nothing, it is hoped. */
export function undocumented({ api, path, method }: Operation, reply: Answered): readonly string[] {
  const { document, faultsOf } = documents.get(api)!;
  return faultsOf(document.paths[path]![method.toLowerCase()]!, reply).map(({ text }) => text);
}
