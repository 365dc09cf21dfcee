import createClient from "openapi-fetch";
import { ApiError, type ErrorBody } from "./errors.ts";
import type { paths } from "./generated/index.ts";
import { sessionFetch } from "./session-fetch.ts";

/** The typed client of every operation: `api.GET("/api/v1/orders", { params: { query: { ... } } })`. */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: sessionFetch });

interface Result<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The data of an answer. Throws `ApiError` for a refusal. */
export async function answerOf<Data>(call: Promise<Result<Data>>): Promise<Data> {
  return (await wholeAnswerOf(call)).data;
}

/** The data of an answer with its headers, for an `ETag`. Throws `ApiError` for a refusal. */
export async function wholeAnswerOf<Data>(call: Promise<Result<Data>>): Promise<{ readonly data: Data; readonly headers: Headers }> {
  const { data, error, response } = await call;
  if (response.ok) return { data: data as Data, headers: response.headers };
  const { pathname, search } = new URL(response.url);
  const body = typeof error === "object" && error !== null && "requestId" in error ? (error as ErrorBody) : undefined;
  throw new ApiError(
    { method: methods.get(response) ?? "GET", address: pathname + search },
    response.status,
    response.headers.get("x-request-id") ?? "",
    body,
  );
}

/** The method of the call that a response answers, which the response itself does not know. */
const methods = new WeakMap<Response, string>();
api.use({
  onResponse({ request, response }) {
    methods.set(response, request.method);
  },
});
