/** A text as a POSIX shell takes it for one word, whatever is in it. */
export const quoteShellArgument = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
