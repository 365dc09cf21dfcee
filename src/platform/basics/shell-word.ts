/** Quotes a text so that a POSIX shell reads it as one word, whatever the text contains. */
export const quoteShellArgument = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
