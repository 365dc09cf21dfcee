/**
 * Returns a signal that the first Ctrl-C aborts, so that work in progress can end cleanly. A second Ctrl-C kills the process.
 * `release` stops the signal from reacting to Ctrl-C.
 */
export function interruptSignal(): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  process.once("SIGINT", abort);
  return { signal: controller.signal, release: () => void process.off("SIGINT", abort) };
}
