import { createSignal } from "./signal.ts";

/** Whether the last call got an answer. Pages say so while it did not. */
export const serverReached = createSignal(true);

const PROBE_MS = 3_000;
let probing = false;

/** Notes that a call got no answer, and asks the server again and again until it answers. */
export function noteUnreachable(): void {
  serverReached.set(false);
  if (probing) return;
  probing = true;
  const probe = async () => {
    const isBack = await fetch("/livez").then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isBack) return void setTimeout(probe, PROBE_MS);
    probing = false;
    serverReached.set(true);
  };
  setTimeout(probe, PROBE_MS);
}
