import { int32Field, textField } from "../../src/platform/contract/fields.ts";
import { object, openObject } from "../../src/platform/contract/schema.ts";
import { badRequest, errorCatalogue, type ErrorRow } from "../../src/platform/contract/errors.ts";
import { endpoint, operation, type Endpoint } from "../../src/platform/contract/operation.ts";
import { httpErrors } from "../../src/platform/http/errors.ts";
import { createLoadShedding } from "../../src/platform/http/load-shedding.ts";
import { createHttpServer } from "../../src/platform/http/server.ts";
import { createLog } from "../../src/platform/observability/log.ts";
import { portalRoutes } from "../../src/programs/server/portal-routes.ts";
import type { InvitationView, Me } from "../../web/src/api/session-types.ts";
import { movableClock } from "../movable-clock.ts";

/** A server with the real pages, in which everybody is the same person: for tests of the pages themselves, without a database. */
export interface StandIn extends AsyncDisposable {
  readonly baseUrl: string;
  /** Who signs in. */
  person: Me;
  /** What whoever has a code is invited to. */
  invitation: InvitationView;
  /** Signs the person out, as if the session had ended. */
  endSession(): void;
  /** Starts a session without the sign-in page. */
  beginSession(): void;
  /** What the next call of sign-in is refused with, by the code of the refusal; undefined = nobody is refused. */
  refuseSignIn: "sign_in_refused" | "code_required" | undefined;
}

const unauthenticated = (ptBR: string, en: string): ErrorRow => ({
  status: 401,
  type: "Authentication_Error",
  text: { "pt-BR": ptBR, en },
});
const errors = errorCatalogue({
  negative: badRequest({
    "pt-BR": 'Estoque veio como "{received}"; envie 0 ou mais.',
    en: 'The stock came as "{received}"; send 0 or more.',
  }),
  session_missing: unauthenticated(
    "Entre no portal: esta chamada pede uma sessão.",
    "Sign in to the portal: this call asks for a session.",
  ),
  sign_in_refused: unauthenticated(
    "E-mail e senha não conferem; corrija um deles.",
    "E-mail and password do not match; correct one of them.",
  ),
  code_required: unauthenticated("Envie também code: os 6 algarismos do aplicativo.", "Send code as well: the 6 digits of the app."),
});

/** Somebody who works for two sellers. */
export const SELLERS_PERSON: Me = {
  id: "p1",
  name: "Lívia Prado",
  email: "livia@loja.example",
  language: "pt-BR",
  hasPassword: true,
  passkeys: 0,
  memberships: [
    { kind: "seller", sellerId: 1001, sellerName: "Loja Primeira Vitrine", role: "administrator" },
    { kind: "seller", sellerId: 1002, sellerName: "Garoaleve Calçados e Artigos Esportivos", role: "orders" },
  ],
  environment: "sandbox",
  version: "0.1.0",
};
/** Somebody who reviews products. */
export const REVIEWER: Me = {
  ...SELLERS_PERSON,
  id: "p2",
  name: "Marina Alves",
  email: "marina@vitrine.example",
  memberships: [{ kind: "marketplace", role: "catalog" }],
};

const INVITATION: InvitationView = {
  kind: "join",
  email: SELLERS_PERSON.email,
  name: SELLERS_PERSON.name,
  sellerName: "Loja Primeira Vitrine",
  role: "administrator",
  isRegistered: false,
};

/** Bodies are the pages' matter here. */
const body = openObject({ description: "Qualquer corpo.", examples: [{}] });
const common = { api: "v1", audience: "public", permission: "any", tag: "Sessão", replies: { 200: { description: "Feito." } } } as const;
type Made = () => ReturnType<Parameters<typeof endpoint>[1]>;
/** A call of the portal, answered without looking at its body. */
const call = (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, answer: Made): Endpoint =>
  endpoint(
    operation({
      ...common,
      id: `${method.toLowerCase()}${path.replaceAll(/\W/g, "")}`,
      method,
      path: `/portal/v1/${path}`,
      summary: "Sessão",
      ...(method === "POST" || method === "PATCH" ? { body } : {}),
    }),
    answer,
  );
/** Real authenticators sign it; nobody checks that here. */
const CHALLENGE = { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", rpId: "localhost", userVerification: "required" };
const REGISTRATION = {
  ...CHALLENGE,
  rp: { name: "Vitrine", id: "localhost" },
  user: { id: "cDE", name: "livia@loja.example", displayName: "Lívia Prado" },
  pubKeyCredParams: [{ type: "public-key", alg: -7 }],
  authenticatorSelection: { residentKey: "required", userVerification: "required" },
};

const stockRow = operation({
  ...common,
  id: "putStock",
  method: "PUT",
  path: "/api/v2/products/{sku}/stocks",
  summary: "Estoque",
  parameters: object({ sku: textField("O sku.", "BRISA-M") }),
  body: object({ available: int32Field("Unidades.", 1) }),
});

/** Starts the pages that were built into a folder; without one, those of the portals. */
export async function startStandIn(person: Me, folder?: string): Promise<StandIn> {
  let isSignedIn = false;
  const standIn: Pick<StandIn, "person" | "invitation" | "refuseSignIn"> = { person, invitation: INVITATION, refuseSignIn: undefined };
  const endpoints: readonly Endpoint[] = [
    call("GET", "me", async () => (isSignedIn ? { status: 200, body: standIn.person } : errors.refuse("session_missing"))),
    call("PATCH", "me", async () => ({ status: 200, body: standIn.person })),
    call("POST", "session", async () => {
      if (standIn.refuseSignIn !== undefined) return errors.refuse(standIn.refuseSignIn);
      isSignedIn = true;
      return { status: 200, body: standIn.person };
    }),
    call("DELETE", "session", async () => {
      isSignedIn = false;
      return { status: 200, body: {} };
    }),
    call("POST", "invitations/view", async () => ({ status: 200, body: standIn.invitation })),
    call("POST", "invitations/accept", async () => ({ status: 200, body: standIn.person })),
    call("POST", "invitations/passkey-options", async () => ({ status: 200, body: { options: REGISTRATION } })),
    call("POST", "passkeys/sign-in-options", async () => ({ status: 200, body: { options: CHALLENGE } })),
    endpoint(stockRow, async ({ body: { available } }) => {
      if (!isSignedIn) return errors.refuse("session_missing");
      return available < 0 ? errors.refuse("negative", { pointer: "/available", received: available }) : { status: 200, body: {} };
    }),
  ];
  const closed = () => httpErrors.refuse("unexpected");
  const server = createHttpServer({
    environment: "sandbox",
    endpoints,
    plainRoutes: [...portalRoutes(folder), { method: "GET", path: "/livez", answer: () => ({ status: 200, headers: {}, body: "ok" }) }],
    authenticators: { seller: closed, operator: closed, public: () => ({ identity: undefined, headers: {} }) },
    anonymousHeaders: {},
    clock: movableClock(0),
    log: createLog("silent"),
    metrics: { observe: () => undefined },
    loadShedding: createLoadShedding({ maxInFlight: 1_000 }),
    bodyLimitBytes: 65_536,
  });
  const port = await server.listen(0, "127.0.0.1");
  return Object.assign(standIn, {
    baseUrl: `http://127.0.0.1:${port}`,
    endSession: () => void (isSignedIn = false),
    beginSession: () => void (isSignedIn = true),
    [Symbol.asyncDispose]: () => server.close(),
  });
}
