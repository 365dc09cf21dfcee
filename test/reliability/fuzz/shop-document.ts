import { decimal, integer, list, enumOf, object, text } from "../../../src/platform/contract/schema.ts";
import type { Document } from "../../documents/openapi-rules.ts";

/** What the shop asks of everybody. */
export const CREDENTIALS: Readonly<Record<string, string>> = { client_id: "loja", access_token: "segredo" };
/** A body that the shop takes. */
export const GOOD = { sku: "A", name: "Viseira", price: 10.5, gender: "Unissex", images: [{ url: "http://images.example/a.jpg" }] };

const goodFields = {
  sku: text({ minLength: 1, maxLength: 20, pattern: "^[A-Za-z0-9]+$" }),
  name: text({ minLength: 1, maxLength: 100 }),
  price: decimal({ scale: 3, above: 0, maximum: 1_000 }),
  gender: enumOf(["Homem", "Mulher", "Unissex"]),
  images: list(object({ url: text({ minLength: 1, maxLength: 200 }) }), { minItems: 1, maxItems: 6 }),
};
const good = object(goodFields);
const links = list(object({ rel: text(), href: text() }));
const shown = object({ ...goodFields, links });
const stock = object({ available: integer({ minimum: 0 }) });
const refusal = object({ details: list(object({ code: text(), pointer: text() })) });

const sku = { name: "sku", in: "path", required: true, schema: text() };
const json = (schema: object) => ({ "application/json": { schema } });
const refusals = (...statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { description: "refused", content: json(refusal) }]));

/** The document of a shop that `shop.ts` serves, with whatever is wrong with it. */
export const shopDocument = (): Document =>
  JSON.parse(
    JSON.stringify({
      openapi: "3.1.0",
      security: [{ client: [], token: [] }],
      components: {
        securitySchemes: {
          client: { type: "apiKey", in: "header", name: "client_id" },
          token: { type: "apiKey", in: "header", name: "access_token" },
        },
      },
      paths: {
        "/goods": {
          get: {
            operationId: "listGoods",
            parameters: [
              { name: "page", in: "query", required: false, schema: integer({ minimum: 0 }) },
              { name: "Store", in: "header", required: true, schema: text({ minLength: 1, maxLength: 20 }) },
            ],
            responses: {
              200: { description: "goods", content: json(object({ items: list(shown), total: integer() })) },
              204: { description: "none" },
              ...refusals(400, 401, 406),
            },
          },
          post: {
            operationId: "createGood",
            parameters: [],
            requestBody: { content: { "application/json": { schema: good, example: GOOD } } },
            responses: {
              201: { description: "made", headers: { Location: {} }, content: json(shown) },
              ...refusals(400, 401, 406, 415),
            },
          },
        },
        "/goods/{sku}": {
          get: {
            operationId: "getGood",
            parameters: [sku],
            responses: { 200: { description: "a good", content: json(shown) }, ...refusals(401, 404, 406) },
          },
          delete: {
            operationId: "deleteGood",
            parameters: [sku],
            responses: { 204: { description: "gone" }, ...refusals(401, 404, 406) },
          },
        },
        "/goods/{sku}/stock": {
          put: {
            operationId: "putStock",
            parameters: [sku],
            requestBody: { content: { "application/json": { schema: stock, example: { available: 5 } } } },
            responses: { 202: { description: "noted", content: json(stock) }, ...refusals(400, 401, 404, 406, 415) },
          },
        },
      },
    }),
  ) as Document;
