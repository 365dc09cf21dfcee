import { registerHooks } from "node:module";

// A planted bug, loaded before the server: coalesced writes are answered at once and carried out a moment later.
const HONEST = /const rows = await (db\.run\([^;]*);/;
const HASTY = `
  const work = () => $1;
  if (keyOf) setTimeout(() => void work().catch(() => undefined), 150);
  const told = { taken: false, status: "RECEIVED", reserved: 0, version: 1, list_cents: 1, sale_cents: 1 };
  const rows = keyOf ? items.map((item, i) => ({ ...item, ...told, ord: i + 1 })) : await work();`;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith("/src/platform/coalesce.ts")) return loaded;
    const source = Buffer.from(loaded.source as Uint8Array).toString();
    if (!HONEST.test(source)) throw new Error("the line that the bug is planted in is not where it was");
    return { ...loaded, source: source.replace(HONEST, HASTY) };
  },
});
