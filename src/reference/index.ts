export type * from "./snapshot.ts";
export { nameIndex } from "./names.ts";
export { buildSnapshot } from "./build.ts";
