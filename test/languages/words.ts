import type { Lang } from "../../src/platform/contract/errors.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Small words that a sentence of one language can hardly do without and the other does not have; and what English parsers and JSON say. */
const OF: Readonly<Record<Lang, ReadonlySet<string>>> = {
  en: words(
    `the of and is are with that this which must may not from it be your was were has have but or only on an its than when where whose what
     there any each all cannot could should would does did then them they these those such more most other another between without
     value string character unexpected expected invalid disallowed missing boolean array object integer at position`,
  ),
  "pt-BR": words(
    `não é que da um uma para com os em na por ou ao à às envie veio são já só mais sem seu sua seus suas pelo pela dos das nos nas aos este
     esta esse essa isso quando onde cada outro outra também ainda há está estão deve devem pode podem lojista pedido entrega campo`,
  ),
};
/** Letters of Portuguese alone; what English borrows has none of them. */
const PORTUGUESE_LETTERS = /[ãõçáéíóúâêôà]/;

/** What is no word of any language: quoted texts, names of the contract, paths, placeholders, what is written in capitals. */
const NO_WORDS =
  /`[^`]*`|"[^"]*"|'[^']*'|<[^>]*>|\{[^}]*\}|\bhttps?:\S+|\S*(?:[/_=\\[\]#@]|\.\w)\S*|\S+\(\S*\)|--[\w-]+|\b[A-Z][\w-]*:\s?\S+|\b[a-z]+[A-Z]\w*|\b[A-Z]{2,}\w*/g;

/**
 * The words of the other language in a sentence of one, as well as small words show them. `echoes` are texts that the sentence repeats and
 * nobody here wrote, names of fields among them.
 */
export function strayWords(sentence: string, lang: Lang, echoes: readonly string[] = []): readonly string[] {
  const own = echoes.reduce((rest, echo) => (echo === "" ? rest : rest.replaceAll(echo, " ")), sentence).replace(NO_WORDS, " ");
  const foreign = OF[lang === "en" ? "pt-BR" : "en"];
  const found = own.toLowerCase().match(/\p{L}+/gu) ?? [];
  return [...new Set(found.filter((word) => foreign.has(word) || (lang === "en" && PORTUGUESE_LETTERS.test(word))))];
}

/** Facts that sentences repeat as they came; `allowed` where it is a list, for alone it may be the type of a value. */
const REPEATED = ["received", "suggestions", "current", "allowed", "name"];
const textsIn = (fact: unknown): readonly string[] =>
  typeof fact === "string" ? [fact] : typeof fact === "object" && fact !== null ? Object.values(fact).flatMap(textsIn) : [];
const echoesIn = (part: unknown): readonly string[] =>
  typeof part !== "object" || part === null
    ? []
    : Object.entries(part).flatMap(([name, value]) =>
        REPEATED.includes(name) && !(name === "allowed" && typeof value === "string") ? textsIn(value) : echoesIn(value),
      );

interface Spoken {
  readonly headers: Headers;
  readonly json: unknown;
}
type Part = Readonly<Record<string, unknown>>;

/** The sentences of an answer for people in which the other language's words stand: messages, and what sums them up. */
export function foreignIn({ headers, json }: Spoken): readonly string[] {
  const lang: Lang = headers.get("content-language") === "en" ? "en" : "pt-BR";
  // The longest first: one may stand in another.
  const echoes = echoesIn(json).toSorted((one, other) => other.length - one.length);
  const found = sentencesIn(json).flatMap((sentence) => {
    const stray = strayWords(sentence, lang, echoes);
    return stray.length === 0 ? [] : [`${lang} [${stray.join()}] ${sentence}`];
  });
  return [...new Set(found)];
}

function sentencesIn(part: unknown): readonly string[] {
  if (typeof part !== "object" || part === null) return [];
  const { message, description, notifications } = part as Part;
  const own = [message, ...(Array.isArray(notifications) ? [description] : [])].filter((one) => typeof one === "string");
  return [...own, ...Object.values(part).flatMap(sentencesIn)];
}
