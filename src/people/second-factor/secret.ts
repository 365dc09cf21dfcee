/** The column of the secrets of time-based codes: the place for which they are sealed. */
export const CODE_SECRET = "people.code_secret";
