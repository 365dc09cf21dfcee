import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { meQuery } from "../../api/session.ts";
import { adoptLanguage } from "../language.ts";
import { isMember } from "../portal.ts";
import { usePortal } from "../use-session.ts";

const OTHER = { portal: "/backoffice", backoffice: "/portal" } as const;

/** What follows a sign-in: the address that was asked for, or home; in the other portal for who has nothing to do in this one. */
export function useEntrance(address = "/"): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  const portal = usePortal();
  const { i18n } = useTranslation();
  return async () => {
    const me = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    if (me !== null) await adoptLanguage(i18n, me.language);
    if (me !== null && me.memberships.length > 0 && !isMember(me, portal)) return location.assign(OTHER[portal.name]);
    await router.navigate({ to: address, replace: true });
  };
}
