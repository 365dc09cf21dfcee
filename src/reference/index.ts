export type * from "./snapshot.ts";
