import type { Router } from "@tanstack/react-router";
import type { routeTree as backoffice } from "./backoffice/routes.ts";
import type { routeTree as portal } from "./portal/routes.ts";

interface Trees {
  readonly portal: typeof portal;
  readonly backoffice: typeof backoffice;
}

declare module "@tanstack/react-router" {
  interface Register {
    /** Links and searches are checked against the addresses of both portals. */
    readonly router: Router<Trees[keyof Trees]>;
  }
}
