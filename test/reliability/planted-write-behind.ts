import { plant } from "./plant.ts";

// Coalesced writes are answered at once and carried out a moment later.
plant(
  "/src/platform/coalesce.ts",
  /const rows = await (db\.run\([^;]*);/,
  `
  const work = () => $1;
  if (keyOf) setTimeout(() => void work().catch(() => undefined), 150);
  const told = { taken: false, status: "RECEIVED", reserved: 0, version: 1, list_cents: 1, sale_cents: 1 };
  const rows = keyOf ? items.map((item, i) => ({ ...item, ...told, ord: i + 1 })) : await work();`,
);
