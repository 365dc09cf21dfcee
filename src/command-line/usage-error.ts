/** The command line is wrong: exit code 2, and nothing was done. */
export class UsageError extends Error {}
