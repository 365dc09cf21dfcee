import "@mantine/core/styles.layer.css";
import "./page.css";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { type AnyRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { createQueryClient } from "../api/query-client.ts";
import { PageSkeleton } from "../ui/PageSkeleton.tsx";
import { FailurePage } from "./failures/FailurePage.tsx";
import { startLanguage } from "./language.ts";
import type { Portal, RouterContext } from "./portal.ts";
import { cssVariables, theme } from "./theme.ts";

const THEME_KEY = "vitrine.theme";
/** How long a screen may take before its shape is shown instead of the screen before. */
const PENDING_MS = 300;

const nonce = () => document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";

/** Shows a portal in the page. */
export async function startPortal(portal: Portal, routeTree: AnyRoute): Promise<void> {
  // For the style that keeps the page from scrolling behind a dialog.
  setNonce(nonce());
  const queryClient = createQueryClient();
  const context: RouterContext = { queryClient, portal };
  const router = createRouter({
    routeTree,
    basepath: `/${portal.name}`,
    context,
    defaultPreload: "intent",
    // The cache of answers decides how old they may be.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: PENDING_MS,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: FailurePage,
    scrollRestoration: true,
  });
  const language = await startLanguage(portal.name, portal.texts);
  createRoot(document.getElementById("root")!).render(
    <StrictMode>
      <I18nextProvider i18n={language}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          colorSchemeManager={localStorageColorSchemeManager({ key: THEME_KEY })}
          getStyleNonce={nonce}
        >
          <QueryClientProvider client={queryClient}>
            <Suspense fallback={<PageSkeleton />}>
              <RouterProvider router={router} />
            </Suspense>
          </QueryClientProvider>
        </MantineProvider>
      </I18nextProvider>
    </StrictMode>,
  );
}
