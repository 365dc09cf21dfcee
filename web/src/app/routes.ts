import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { meQuery } from "../api/session.ts";
import { NotFoundPage } from "./failures/NotFoundPage.tsx";
import type { RouterContext } from "./portal.ts";
import { Root } from "./Root.tsx";
import { Shell } from "./shell/Shell.tsx";

/** The root of both portals. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Root });

/** What only a person who is signed in sees: all screens are its children. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  beforeLoad: async ({ context, location }) => {
    const me = await context.queryClient.ensureQueryData(meQuery);
    if (me === null) redirect({ to: "/entrar", search: location.href === "/" ? {} : { voltar: location.href }, throw: true });
  },
  component: Shell,
});

/** What an address shows that belongs to no screen, inside the shell. */
export const unknownRoute = createRoute({ getParentRoute: () => shellRoute, path: "$", component: NotFoundPage });

/** An address within the portal, to return to after signing in. Anything else is ignored. */
const OWN_ADDRESS = /^\/(?![/\\])/;

/** Where people sign in; `voltar` is the address they asked for. */
export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/entrar",
  validateSearch: ({ voltar }: Record<string, unknown>): { readonly voltar?: string | undefined } => ({
    voltar: typeof voltar === "string" && OWN_ADDRESS.test(voltar) ? voltar : undefined,
  }),
  component: lazyRouteComponent(() => import("./sign-in/SignInPage.tsx"), "SignInPage"),
});

/** The code of an invitation is in the fragment of its address, which servers and logs never see: `/portal/convite#vin_...`. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/convite",
  component: lazyRouteComponent(() => import("./sign-in/InvitationPage.tsx"), "InvitationPage"),
});
