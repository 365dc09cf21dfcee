import { noteUnreachable, serverReached } from "./connection.ts";
import { UnreachableError } from "./errors.ts";
import { chosenSeller } from "./seller-choice.ts";
import { createSignal } from "./signal.ts";

/** Calls at these addresses are a seller's, and name the seller. */
const SELLERS_ADDRESS = /^\/api\//;
const SESSION_ADDRESS = "/portal/v1/session";
const UNAUTHORIZED = 401;

/** Whether somebody is signed in. A 401 then means that the session has ended. */
export const signedIn = createSignal(false);

/** Set while calls wait for the person to sign in again. */
export const waitingForSignIn = createSignal<{ readonly resume: () => void } | undefined>(undefined);

let signInAgain: Promise<void> | undefined;

/**
 * Carries out a call of the signed-in person. If the session has ended, the call waits until the person has signed in again, and is repeated.
 * Throws `UnreachableError` when there is no answer.
 */
export async function sessionFetch(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  request.headers.set("vitrine-portal", "1");
  request.headers.set("accept-language", document.documentElement.lang);
  const sellerId = chosenSeller.get();
  if (SELLERS_ADDRESS.test(pathname) && sellerId !== undefined) request.headers.set("vitrine-seller", String(sellerId));
  const again = request.clone();
  try {
    const response = await fetch(request);
    serverReached.set(true);
    const hasEnded = response.status === UNAUTHORIZED && signedIn.get() && pathname !== SESSION_ADDRESS;
    if (!hasEnded) return response;
  } catch (error) {
    if (request.signal.aborted) throw error;
    noteUnreachable();
    throw new UnreachableError({ method: request.method, address: pathname + search }, error);
  }
  await waitForSignIn();
  return sessionFetch(again);
}

/** Resolves once the person has signed in again. All calls wait for the same dialog. */
function waitForSignIn(): Promise<void> {
  signInAgain ??= new Promise<void>((resolve) => {
    waitingForSignIn.set({
      resume() {
        waitingForSignIn.set(undefined);
        signInAgain = undefined;
        resolve();
      },
    });
  });
  return signInAgain;
}
