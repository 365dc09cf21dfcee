import { plant } from "./plant.ts";

// A process asks nobody how much of a quota is left.
plant("/src/sellers/quota/meter.ts", /atOnce\(taken, nowMs\) \?\? slowly\(taken\)/, "alone(taken, nowMs)");
