import { plant } from "./plant.ts";

// The answer is noted a moment after the effect was committed.
plant(
  "/src/platform/database/batching/statement-batcher.ts",
  /await noteAll\(transaction, notes\);/,
  `
  const late = () => db.transaction(keyOwners, (other) => noteAll(other, notes));
  for (const { once, answer } of notes) await once.rowsOf(answer);
  setTimeout(() => void late().catch(() => undefined), 30);`,
);
