/** What `/portal/v1` takes and answers, until the printed documents have `portal.json`. */

export type Language = "pt-BR" | "en";

/** What a person may be: one of the marketplace's people, or one of a seller's. */
export type Membership =
  | { readonly kind: "marketplace"; readonly role: string }
  | { readonly kind: "seller"; readonly sellerId: number; readonly sellerName: string; readonly role: string };

/** The person who is signed in. */
export interface Me {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly hasPassword: boolean;
  readonly passkeys: number;
  readonly memberships: Membership[];
  readonly environment: "sandbox" | "production";
  readonly version: string;
}

interface Answer<Content> {
  readonly headers: { [name: string]: unknown };
  readonly content: { "application/json": Content };
}

/** Password with the code of a second factor, or an invitation's code with the password to set. */
export type SignInBody =
  | { readonly email: string; readonly password: string; readonly code?: string }
  | { readonly invitation: string; readonly password: string };

export interface SessionPaths {
  "/portal/v1/me": { get: { parameters: { query?: never }; responses: { 200: Answer<Me> } } };
  "/portal/v1/session": {
    post: { parameters: { query?: never }; requestBody: { content: { "application/json": SignInBody } }; responses: { 200: Answer<Me> } };
    delete: { parameters: { query?: never }; responses: { 204: { headers: { [name: string]: unknown }; content?: never } } };
  };
}
