/** Thrown for a wrong command line, before anything is done. Exit code 2. */
export class UsageError extends Error {}
