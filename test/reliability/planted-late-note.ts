import { plant } from "./plant.ts";

// The answer is noted a moment after the effect was committed.
plant(
  "/src/platform/database/batching/statement-batcher.ts",
  /await recordAnswers\(transaction, notes\);/,
  `
  const late = () => db.transaction(keyOwners, (other) => recordAnswers(other, notes));
  for (const { idempotencyKey, answer } of notes) await idempotencyKey.rowsOf(answer);
  setTimeout(() => void late().catch(() => undefined), 30);`,
);
