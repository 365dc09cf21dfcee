export type * from "./snapshot.ts";
export { buildSnapshot } from "./build.ts";
export { readReferenceFiles } from "./files.ts";
export { integrityFaults, type IntegrityFault } from "./integrity.ts";
export { nameIndex } from "./names.ts";
export { ReferenceShape } from "./shape.ts";
