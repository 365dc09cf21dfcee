import { displayValue, formatTexts, type LocalizedText } from "../../platform/contract/index.ts";

const localized = (pt: string, en: string): LocalizedText => ({ "pt-BR": pt, en });

const DECLARATION = localized(
  "a declaração <?xml …?> está incompleta ou malformada",
  "the declaration <?xml …?> is incomplete or malformed",
);
const INSTRUCTION = localized("há uma instrução <?…?> malformada", "there is a malformed instruction <?…?>");
const NAMESPACE = localized(
  "há uma declaração de espaço de nomes (xmlns) que o XML não permite",
  "there is a namespace declaration (xmlns) that XML does not allow",
);
const ENTITY = localized(
  "há uma referência {name} que o XML não conhece; um & se escreve &amp;",
  "there is a reference {name} that XML does not know; an & is written &amp;",
);
const COMMENT = localized("há um comentário malformado", "there is a malformed comment");
const CLOSING = localized("há um fechamento de elemento malformado", "there is a malformed closing tag");
const CHARACTER = localized("há um caractere que não pode estar ali", "there is a character that may not stand there");

/**
 * Messages of the parser without the final period, and the texts that replace them. A group `(…)` captures a name in the document. The text
 * shows it as `{name}`. The first match is used.
 */
const REASONS: readonly (readonly [message: RegExp, text: LocalizedText])[] = [
  [
    /^disallowed character in (?:entity name|tag name|attribute name)$/,
    localized("há um nome com um caractere que ele não pode ter", "there is a name with a character that it may not have"),
  ],
  [/^disallowed character in closing tag$|^weird empty close tag$/, CLOSING],
  [/processing instruction/, INSTRUCTION],
  [/^disallowed character$/, CHARACTER],
  [/^malformed comment$/, COMMENT],
  [/^(?:empty entity name|undefined entity|malformed character entity)$/, ENTITY],
  [/^text data outside of root node$/, localized("há texto fora do elemento raiz", "there is text outside of the root element")],
  [/doctype/, localized("há um DOCTYPE fora do lugar", "there is a DOCTYPE out of its place")],
  [
    /XML declaration must (?:be|appear) at the start/,
    localized("a declaração <?xml …?> não está no começo", "the declaration <?xml …?> is not at the beginning"),
  ],
  [
    /XML declaration|^expected |^did not expect any more|^value |^version number|^encoding value|^standalone value|^whitespace required$/,
    DECLARATION,
  ],
  [/^documents may contain only one root$/, localized("há mais de um elemento raiz", "there is more than one root element")],
  [/^document must contain a root element$/, localized("falta o elemento raiz", "the root element is missing")],
  [
    /^forward-slash in opening tag/,
    localized("há uma barra sem > na abertura de um elemento", "there is a slash without > in an opening tag"),
  ],
  [/^attribute without value$/, localized("há um atributo sem valor", "there is an attribute without a value")],
  [/^unquoted attribute value$/, localized("há um valor de atributo sem aspas", "there is an attribute value without quotes")],
  [/^no whitespace between attributes$/, localized("faltam espaços entre atributos", "there is no space between attributes")],
  [/^duplicate attribute: (.+)$/, localized("o atributo {name} aparece duas vezes", "the attribute {name} appears twice")],
  [/\]\]>/, localized('há "]]>" no texto, onde só cabe "]]&gt;"', 'there is "]]>" in the text, where only "]]&gt;" fits')],
  [/^unclosed tag: (.+)$/, localized("o elemento {name} não foi fechado", "the element {name} is not closed")],
  [
    /^unmatched closing tag: (.+)$/,
    localized("o fechamento de {name} não combina com a abertura", "the closing tag of {name} does not match the opening one"),
  ],
  [/^unexpected close tag$/, localized("um elemento é fechado fora da sua ordem", "an element is closed out of its order")],
  [/^unexpected end$/, localized("o documento acaba antes da hora", "the document ends too early")],
  [/^malformed name: (.+)$/, localized("{name} não é um nome que o XML permita", "{name} is no name that XML allows")],
  [
    /^unbound namespace prefix: (.+)$/,
    localized("o prefixo {name} não foi declarado (xmlns)", "the prefix {name} was not declared (xmlns)"),
  ],
  [/namespace|xmlns|prefix/, NAMESPACE],
  [/^incorrect syntax$/, localized("há uma marcação <!…> que o XML não conhece", "there is markup <!…> that XML does not know")],
];

/** Text for messages that match no row. */
const MALFORMED = localized("a marcação está malformada ali", "the markup is malformed there");
/** Reason to show for a text that contains half of a UTF-16 surrogate pair. */
export const LONE_SURROGATE = localized("há metade de um par substituto UTF-16", "there is half of a UTF-16 surrogate pair");
const LONGEST_NAME = 80;

/**
 * Explains in both languages why a text is not well-formed XML. The parser's own messages are only in English. Long names from the document
 * are shortened. `read` is the end of the text that the parser had read. If the message is about a reference, `read` ends with it.
 */
export function xmlReason(message: string, read = ""): LocalizedText {
  const withoutDot = message.replace(/\.$/, "");
  for (const [pattern, text] of REASONS) {
    const match = pattern.exec(withoutDot);
    if (match) return formatTexts(text, { name: displayValue(match[1] ?? referenceAtEnd(read)).slice(0, LONGEST_NAME) });
  }
  return MALFORMED;
}

/** Returns the reference at the end of a text, as written there, or `&…;` if it is too long to show. */
const referenceAtEnd = (read: string): string => /&[^&;]*;$/.exec(read.slice(-LONGEST_NAME))?.[0] ?? "&…;";
