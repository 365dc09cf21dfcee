import { dirname, join, normalize } from "node:path";

/** Documents by their paths below the project. */
export type Documents = Readonly<Record<string, string>>;

/** Something a document leads to that is not there. */
export interface DeadEnd {
  readonly path: string;
  readonly line: number;
  readonly target: string;
  readonly why: "no such file" | "no such heading";
}

/** A dead end as a line that terminals and editors link to. */
export const sayDeadEnd = ({ path, line, target, why }: DeadEnd): string => `${path}:${line} ${target}: ${why}`;

/**
 * Where documents lead nowhere: relative links whose file or heading is missing, and files of the project named in code
 * (`src/app.ts`) that are not there. `exists` answers for a path below the project. Addresses elsewhere are not followed.
 */
export function deadEnds(documents: Documents, exists: (path: string) => boolean): readonly DeadEnd[] {
  const anchors = new Map(Object.entries(documents).map(([path, text]) => [path, anchorsOf(text)]));
  return Object.entries(documents).flatMap(([path, text]) =>
    proseOf(text).flatMap((prose, index) => {
      const deadEnd = (target: string, why: DeadEnd["why"]): DeadEnd => ({ path, line: index + 1, target, why });
      const links = targetsOf(prose).flatMap((target) => {
        const [file = "", anchor] = target.split("#", 2);
        const destination = file === "" ? path : normalize(join(dirname(path), decodeURIComponent(file))).replace(/\/$/, "");
        if (!exists(destination)) return [deadEnd(target, "no such file")];
        const known = anchors.get(destination);
        return anchor === undefined || known === undefined || known.has(anchor) ? [] : [deadEnd(target, "no such heading")];
      });
      const named = namedFilesOf(prose).filter((file) => !exists(file.replace(/\/$/, "")));
      return [...links, ...named.map((file) => deadEnd(file, "no such file"))];
    }),
  );
}

/** The lines of a document, empty inside fenced blocks: what stands there is an example. */
function proseOf(text: string): readonly string[] {
  let fence: string | undefined;
  return text.split("\n").map((line) => {
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (mark === undefined) return fence === undefined ? line : "";
    if (fence === undefined) fence = mark;
    else if (line.trim().startsWith(fence)) fence = undefined;
    return "";
  });
}

const CODE = /`+[^`]*`+/g;
const LINK = /\[[^\]]*\]\(\s*<?([^)>\s]+)>?(?:\s+"[^"]*")?\s*\)/g;
const REFERENCE = /^\s*\[[^\]]+\]:\s*(\S+)/;
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/)/i;

function targetsOf(prose: string): readonly string[] {
  const plain = prose.replaceAll(CODE, (code) => "x".repeat(code.length));
  const targets = [...plain.matchAll(LINK)].map((match) => match[1]!);
  const [, reference] = REFERENCE.exec(plain) ?? [];
  return [...targets, ...(reference === undefined ? [] : [reference])].filter((target) => !ELSEWHERE.test(target));
}

const NAMED_FILE = /`((?:bin|src|test|db|data|docs|bench|openapi|\.ci)\/[\w./-]*)`/g;

/** Files and folders of the project named in code; a pattern (`src/<slice>/`, `*.json`) names none. */
const namedFilesOf = (prose: string): readonly string[] => [...prose.matchAll(NAMED_FILE)].map((match) => match[1]!);

const HEADING = /^#{1,6}\s+(.*?)\s*#*$/;
const OWN_ANCHOR = /<\w+[^>]*\s(?:id|name)="([^"]+)"/g;

/** What a link may name behind `#`: headings as the usual hosts spell them, repeated ones counted, and anchors of its own. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const seen = new Map<string, number>();
  for (const line of proseOf(text)) {
    for (const match of line.matchAll(OWN_ANCHOR)) anchors.add(match[1]!);
    const [, heading] = HEADING.exec(line) ?? [];
    if (heading === undefined) continue;
    const slug = slugOf(heading);
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}

const slugOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/<[^>]*>/g, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
