/** A stretch of words that stayed, went or came. */
export interface DiffPart {
  readonly kind: "same" | "gone" | "new";
  readonly text: string;
}

/** Longer texts are shown whole: comparing them word by word would take too long. */
const MAX_CELLS = 250_000;

/** What changed between two texts, word by word: a longest common subsequence. */
export function diffWords(before: string, after: string): readonly DiffPart[] {
  const [was, is] = [wordsOf(before), wordsOf(after)];
  if (was.length * is.length > MAX_CELLS) return merged([gone(before), fresh(after)]);
  const lengths = commonLengths(was, is);
  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < was.length && j < is.length) {
    if (was[i] === is[j]) {
      parts.push({ kind: "same", text: was[i]! });
      i += 1;
      j += 1;
    } else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) {
      parts.push(gone(was[i]!));
      i += 1;
    } else {
      parts.push(fresh(is[j]!));
      j += 1;
    }
  }
  return merged([...parts, ...was.slice(i).map(gone), ...is.slice(j).map(fresh)]);
}

const wordsOf = (text: string): readonly string[] => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];
const gone = (text: string): DiffPart => ({ kind: "gone", text });
const fresh = (text: string): DiffPart => ({ kind: "new", text });

/** At [i][j]: how many words the texts share from there on. */
function commonLengths(was: readonly string[], is: readonly string[]): readonly (readonly number[])[] {
  const lengths = Array.from({ length: was.length + 1 }, () => Array.from({ length: is.length + 1 }, () => 0));
  for (let i = was.length - 1; i >= 0; i -= 1)
    for (let j = is.length - 1; j >= 0; j -= 1)
      lengths[i]![j] = was[i] === is[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  return lengths;
}

/** Joins neighbours of one kind. */
function merged(parts: readonly DiffPart[]): readonly DiffPart[] {
  const joined: DiffPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.kind === part.kind) joined[joined.length - 1] = { kind: last.kind, text: last.text + part.text };
    else if (part.text !== "") joined.push(part);
  }
  return joined;
}
