import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type Me, meQuery, signOut } from "../api/session.ts";
import { useFailureText } from "../ui/failure-text.ts";
import { tell } from "./notices.ts";
import type { Portal } from "./portal.ts";
import { forgetDrafts } from "./use-draft.ts";

/** The portal that is shown. */
export const usePortal = (): Portal => useRouter().options.context.portal;

/** The person who is signed in. Only for what is inside the shell. */
export function useMe(): Me {
  const { data } = useQuery(meQuery);
  if (data === undefined || data === null) throw new Error("nobody is signed in");
  return data;
}

/** Ends the session and leaves nothing of it in the page. */
export function useSignOut(): () => Promise<void> {
  const portal = usePortal();
  const queryClient = useQueryClient();
  const failureText = useFailureText();
  return async () => {
    try {
      await signOut();
    } catch (error) {
      return tell("failed", failureText(error));
    }
    queryClient.clear();
    forgetDrafts();
    location.assign(`/${portal.name}/entrar`);
  };
}
