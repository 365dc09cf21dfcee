/** The first Ctrl-C aborts the signal, so that what is in progress ends well; the second one ends at once, as ever. */
export function interruption(): { readonly signal: AbortSignal; readonly release: () => void } {
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once("SIGINT", interrupt);
  return { signal: stop.signal, release: () => void process.off("SIGINT", interrupt) };
}
