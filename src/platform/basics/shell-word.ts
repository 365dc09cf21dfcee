/** Quotes a text so that a POSIX shell reads it as one word, whatever it contains. */
export const quoteShellArgument = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
