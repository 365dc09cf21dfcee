import { plant } from "./plant.ts";

// A database without room is taken for a defect of ours: 500, which nobody repeats.
plant("/src/platform/db.ts", /\(08\|53\|57P\|58\)/, "(08|57P|58)");
