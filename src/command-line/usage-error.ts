/** Thrown for a wrong command line. Exit code 2. */
export class UsageError extends Error {}
