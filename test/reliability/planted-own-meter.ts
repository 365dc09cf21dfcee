import { plant } from "./plant.ts";

// A process asks nobody how much of a quota is left.
plant("/src/sellers/quota/meter.ts", /takeFromMemory\(taken, nowMs\) \?\? takeFromTable\(taken\)/, "takeLocally(taken, nowMs)");
