import { plant } from "./plant.ts";

// A process asks nobody how much of a quota is left.
plant(
  "/src/sellers/quota/meter.ts",
  /const decision = decided\(taken, nowMs\);\n      if \(decision === undefined\) return slowly\(taken\);/,
  "const decision = alone(taken, nowMs);",
);
