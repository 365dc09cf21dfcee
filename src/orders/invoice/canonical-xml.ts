import type { SaxesAttributeNS, SaxesTagNS } from "saxes";
import type { XmlVisitor } from "./xml.ts";

/** Namespaces in effect by their prefix; those of outer elements are inherited. */
type Scope = Record<string, string>;

/** What an element hands down to those inside it. */
interface Frame {
  readonly scope: Scope;
  /** Attributes such as xml:lang, which the apex takes over from the elements around it; no others do. */
  readonly handedDown: readonly SaxesAttributeNS[];
}

/**
 * Canonical XML 1.0 without comments (W3C REC-xml-c14n-20010315) of one element of a document, which is what its digest is of.
 * To be told the whole document, or a part of it with the namespaces in effect `around`; `isApex` says where the element is, and
 * `write` is given its canonical text piece by piece.
 */
export function createCanonicalizer(
  isApex: (element: SaxesTagNS) => boolean,
  write: (text: string) => void,
  around: Scope = NOTHING_SAID,
): XmlVisitor {
  const frames: Frame[] = [{ scope: around, handedDown: [] }];
  let inside = 0;

  return {
    open(element) {
      const outer = frames.at(-1)!;
      const attributes = Object.values(element.attributes);
      const frame = attributes.length === 0 ? outer : frameOf(attributes, outer);
      frames.push(frame);
      if (inside > 0) write(`<${element.name}${said(attributes, frame.scope, outer.scope)}>`);
      else if (isApex(element)) write(`<${element.name}${saidByApex(attributes, frame.scope, outer.handedDown)}>`);
      else return;
      inside += 1;
    },
    text(text) {
      if (inside > 0) write(text.replace(IN_TEXT, escaped));
    },
    instruction(target, body) {
      if (inside > 0) write(body === "" ? `<?${target}?>` : `<?${target} ${body}?>`);
    },
    close({ name }) {
      frames.pop();
      if (inside === 0) return;
      write(`</${name}>`);
      inside -= 1;
    },
  };
}

const NOTHING_SAID = Object.create(null) as Scope;

function frameOf(attributes: readonly SaxesAttributeNS[], outer: Frame): Frame {
  const scope = Object.create(outer.scope) as Scope;
  for (const { prefix, local, value } of attributes.filter(isDeclaration)) scope[prefix === "" ? "" : local] = value;
  return {
    scope,
    handedDown: joined(
      attributes.filter(({ prefix }) => prefix === "xml"),
      outer.handedDown,
    ),
  };
}

/** An element's attributes and, of those handed down, the ones that it does not have itself. */
function joined(own: readonly SaxesAttributeNS[], handedDown: readonly SaxesAttributeNS[]): readonly SaxesAttributeNS[] {
  return [...own, ...handedDown.filter(({ name }) => !own.some((one) => one.name === name))];
}

/** Behind an element's name: the namespaces that change with it, then its attributes. */
const said = (attributes: readonly SaxesAttributeNS[], scope: Scope, around: Scope) =>
  attributes.length === 0 ? "" : namespacesText(Object.keys(scope), scope, around) + attributesText(attributes);

/** The same where nothing is around: all namespaces in effect, and what is handed down. */
function saidByApex(attributes: readonly SaxesAttributeNS[], scope: Scope, handedDown: readonly SaxesAttributeNS[]): string {
  const prefixes: string[] = [];
  for (const prefix in scope) prefixes.push(prefix);
  return namespacesText(prefixes, scope, NOTHING_SAID) + attributesText(joined(attributes, handedDown));
}

/** The default namespace first. One that is in effect around already is not said again. */
const namespacesText = (prefixes: readonly string[], scope: Scope, around: Scope) =>
  prefixes
    .filter((prefix) => prefix !== "xml" && scope[prefix] !== (around[prefix] ?? ""))
    .toSorted()
    .map((prefix) => ` xmlns${prefix && `:${prefix}`}="${scope[prefix]!.replace(IN_ATTRIBUTE, escaped)}"`)
    .join("");

const attributesText = (attributes: readonly SaxesAttributeNS[]) =>
  attributes
    .filter((attribute) => !isDeclaration(attribute))
    .sort(byNamespace)
    .map(({ name, value }) => ` ${name}="${value.replace(IN_ATTRIBUTE, escaped)}"`)
    .join("");

const isDeclaration = ({ prefix, name }: SaxesAttributeNS) => prefix === "xmlns" || name === "xmlns";
const byNamespace = (one: SaxesAttributeNS, other: SaxesAttributeNS) =>
  one.uri === other.uri ? compare(one.local, other.local) : compare(one.uri, other.uri);
/** Of two that differ, as no element has an attribute twice. */
const compare = (one: string, other: string) => (one < other ? -1 : 1);

const IN_TEXT = /[&<>\r]/g;
const IN_ATTRIBUTE = /[&<"\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\r": "&#xD;",
};
const escaped = (character: string) => ESCAPES[character]!;
