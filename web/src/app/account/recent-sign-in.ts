import { ApiError } from "../../api/errors.ts";
import { createSignal } from "../../api/signal.ts";

/** Set while something waits until the person has signed in again; `settle` says whether they did. */
export const waitingForPerson = createSignal<{ readonly settle: (hasSignedIn: boolean) => void } | undefined>(undefined);

/**
 * Does what the server does only for who signed in a short while ago. Whoever did not is asked to sign in, and it is done then. Throws the server's
 * refusal if they do not.
 */
export async function afterRecentSignIn<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const isTooLongAgo = error instanceof ApiError && error.code === "sign_in_again";
    if (!isTooLongAgo || !(await hasSignedInAgain())) throw error;
    return run();
  }
}

function hasSignedInAgain(): Promise<boolean> {
  return new Promise((resolve) => {
    waitingForPerson.set({
      settle(hasSignedIn) {
        waitingForPerson.set(undefined);
        resolve(hasSignedIn);
      },
    });
  });
}
