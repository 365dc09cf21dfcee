import { plant } from "./plant.ts";

// A process asks nobody how much of a quota is left.
plant("/src/sellers/quota/meter.ts", /decided\(taken, nowMs\) \?\? slowly\(taken\)/, "alone(taken, nowMs)");
