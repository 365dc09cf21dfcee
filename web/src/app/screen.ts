import { lazyRouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { getI18n } from "react-i18next";
import type { ScreenName } from "./resources.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The screen that a route shows; its portal has its title. */
    readonly screen?: ScreenName;
  }
}

/**
 * The options of a screen's route: its component is loaded when somebody goes there, together with its texts.
 * `...screen("portal/home", () => import("./HomePage.tsx"), "HomePage")`
 */
export const screen = <Module extends Readonly<Record<string, ComponentType>>, Name extends keyof Module>(
  name: ScreenName,
  load: () => Promise<Module>,
  component: Name,
) => ({
  staticData: { screen: name },
  component: lazyRouteComponent(async () => {
    const [module] = await Promise.all([load(), getI18n().loadNamespaces(name)]);
    return module;
  }, component),
});
