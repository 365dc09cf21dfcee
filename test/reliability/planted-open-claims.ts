import { plant } from "./plant.ts";

// A decision on a change request looks at no lease: everybody decides what somebody holds.
plant("/src/catalog/changes/decide.ts", /if \(holder !== undefined\)/, "if (holder?.reviewer === actor)");
