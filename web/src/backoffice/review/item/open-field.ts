import type { ChangedField } from "../types.ts";

/** Whether a value of a change still waits for a person. */
export const isOpenField = ({ state, sample }: ChangedField): boolean => state === "waiting" || sample === "waiting";
