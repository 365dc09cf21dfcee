/** How much a test tries: `small` in every run of bin/test, `full` in bin/test --campaign. */
export const budget = (small: number, full: number): number => (process.env.CAMPAIGN === undefined ? small : full);
