/** What `/portal/v1` takes and answers, as far as the shell calls it, until the printed documents have `portal.json`. */

/** What a person may be: one of the marketplace's people, or one of a seller's. */
export interface Membership {
  kind: "marketplace" | "seller";
  role: string;
  sellerId?: number;
  sellerName?: string;
}

/** The person who is signed in. */
export interface Me {
  id: string;
  name: string;
  email: string;
  language: "pt-BR" | "en";
  hasPassword: boolean;
  passkeys: number;
  memberships: Membership[];
  environment: string;
  version: string;
}

/** An invitation, for who has its code. */
export interface InvitationView {
  kind: "join" | "reset";
  email?: string;
  name: string;
  sellerName?: string;
  role?: string;
  /** The person signs in already; they accept the invitation after signing in. */
  isRegistered: boolean;
}

/** One way to sign in: e-mail and password, with the code of a second factor; a passkey; or an invitation with what to sign in with later. */
export interface SignInBody {
  email?: string;
  password?: string;
  code?: string;
  passkey?: { [name: string]: unknown };
  invitation?: string;
  name?: string;
  language?: "pt-BR" | "en";
}

interface AuthenticatorOptions {
  options: { [name: string]: unknown };
}

interface Call<Body, Content> {
  parameters: { query?: never };
  requestBody: { content: { "application/json": Body } };
  responses: { 200: { headers: { [name: string]: unknown }; content: { "application/json": Content } } };
}
type CallWithoutBody<Content> = Omit<Call<never, Content>, "requestBody">;

/** The calls, in the form that openapi-fetch reads. */
export interface SessionPaths {
  "/portal/v1/me": { get: CallWithoutBody<Me>; patch: Call<{ language: "pt-BR" | "en" }, Me> };
  "/portal/v1/session": { post: Call<SignInBody, Me>; delete: CallWithoutBody<unknown> };
  "/portal/v1/passkeys/sign-in-options": { post: CallWithoutBody<AuthenticatorOptions> };
  "/portal/v1/invitations/view": { post: Call<{ invitation: string }, InvitationView> };
  "/portal/v1/invitations/accept": { post: Call<{ invitation: string }, Me> };
  "/portal/v1/invitations/passkey-options": { post: Call<{ invitation: string }, AuthenticatorOptions> };
}
