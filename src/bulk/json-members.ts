/** The texts, brackets and commas of JSON. Other values have none of these characters. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;
const MEMBER = /^("[^"\\]*(?:\\.[^"\\]*)*")\s*:/;

/** A member of an object as it is written, with its value. */
export interface MemberText {
  readonly name: string;
  readonly text: string;
}

/** The members of the text of a JSON object, which must be valid. Numbers keep every digit that was written. */
export function memberTexts(object: string): readonly MemberText[] {
  const members: MemberText[] = [];
  let [depth, from] = [0, 0];
  for (const { 0: token, index } of object.matchAll(TOKENS)) {
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
    if (token === "{" && depth === 1) from = index + 1;
    if (depth > 1 || (depth === 1 && token !== ",")) continue;
    const text = object.slice(from, index).trim();
    const name = MEMBER.exec(text)?.[1];
    if (name !== undefined) members.push({ name: JSON.parse(name) as string, text });
    from = index + 1;
  }
  return members;
}
