import { queryOptions } from "@tanstack/react-query";
import { answerOf, clientOf } from "./client.ts";
import { ApiError } from "./errors.ts";
import { signedIn } from "./session-fetch.ts";
import type { Me, SessionPaths, SignInBody } from "./session-types.ts";

const client = clientOf<SessionPaths>();
const UNAUTHORIZED = 401;

/** The person who is signed in; null when nobody is. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<Me | null> => {
    try {
      const me = await answerOf(client.GET("/portal/v1/me", { signal }));
      signedIn.set(true);
      return me;
    } catch (error) {
      if (error instanceof ApiError && error.status === UNAUTHORIZED) return null;
      throw error;
    }
  },
});

/** Signs in, or throws the server's refusal. */
export async function signIn(body: SignInBody): Promise<void> {
  await answerOf(client.POST("/portal/v1/session", { body }));
}

/** Ends the session. */
export async function signOut(): Promise<void> {
  signedIn.set(false);
  await answerOf(client.DELETE("/portal/v1/session"));
}
