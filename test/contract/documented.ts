import { apiDocument, APIS } from "../../src/openapi/documents.ts";
import type { Operation } from "../../src/platform/contract/operation.ts";
import type { Document, OperationObject } from "../documents/openapi-rules.ts";
import { resolved } from "../documents/resolved.ts";

const documents = new Map(APIS.map((api) => [api, resolved(JSON.parse(JSON.stringify(apiDocument(api))) as Document)]));

/** An operation as its published document describes it, resolved. */
export const documented = ({ api, path, method }: Pick<Operation, "api" | "path" | "method">): OperationObject =>
  documents.get(api)!.paths[path]![method.toLowerCase()]!;
