import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { waitingForSignIn } from "../api/session-fetch.ts";
import { useSignal } from "../api/signal.ts";
import { ConnectionNotice } from "./failures/ConnectionNotice.tsx";
import { notices } from "./notices.ts";

// Loaded when they are needed for the first time.
const SessionDialog = lazy(async () => ({ default: (await import("./sign-in/SessionDialog.tsx")).SessionDialog }));
const Toasts = lazy(async () => ({ default: (await import("./Toasts.tsx")).Toasts }));

/** What every address has: the screen, notices above it, and the dialog that asks to sign in again. */
export function Root() {
  const needsSignIn = useSignal(waitingForSignIn) !== undefined;
  const hasNotices = useSignal(notices).length > 0;
  return (
    <>
      <ConnectionNotice />
      <Outlet />
      <Suspense>{needsSignIn ? <SessionDialog /> : null}</Suspense>
      <Suspense>{hasNotices ? <Toasts /> : null}</Suspense>
    </>
  );
}
