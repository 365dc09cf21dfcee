import type { Finding } from "./fuzzer.ts";

const LONGEST = 1_500;

/** A finding in lines: what, where, and the request that shows it. */
export const told = ({ operation, check, what, probe }: Finding): string =>
  `${operation}: ${check}: ${what}\n  ${JSON.stringify(probe).slice(0, LONGEST)}`;
