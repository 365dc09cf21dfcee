import type { SaxesAttributeNS, SaxesTagNS } from "saxes";
import type { XmlVisitor } from "./xml.ts";

/** The namespaces in scope, by prefix. The prototype of the object contains the namespaces of the outer elements. */
type Scope = Record<string, string>;

/** Data that an element passes on to the elements inside it. */
interface Frame {
  readonly scope: Scope;
  /** Attributes such as xml:lang. Only the apex element, the outermost written one, inherits them from the elements around it. */
  readonly inherited: readonly SaxesAttributeNS[];
}

/**
 * Creates a visitor that writes one element as Canonical XML 1.0 without comments (W3C REC-xml-c14n-20010315). Digests are computed from
 * this form. The visitor receives a whole document, or only a part of it. For a part, `around` contains the namespaces that are in scope
 * outside it. `isApex` selects the element to write. `write` receives the canonical text in pieces.
 */
export function createCanonicalizer(
  isApex: (element: SaxesTagNS) => boolean,
  write: (text: string) => void,
  around: Scope = NO_NAMESPACES,
): XmlVisitor {
  const frames: Frame[] = [{ scope: around, inherited: [] }];
  let inside = 0;

  return {
    open(element) {
      const outer = frames.at(-1)!;
      const attributes = Object.values(element.attributes);
      const frame = attributes.length === 0 ? outer : frameOf(attributes, outer);
      frames.push(frame);
      if (inside > 0) write(`<${element.name}${attributesOf(attributes, frame.scope, outer.scope)}>`);
      else if (isApex(element)) write(`<${element.name}${attributesOfApex(attributes, frame.scope, outer.inherited)}>`);
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

const NO_NAMESPACES = Object.create(null) as Scope;

function frameOf(attributes: readonly SaxesAttributeNS[], outer: Frame): Frame {
  const scope = Object.create(outer.scope) as Scope;
  for (const { prefix, local, value } of attributes.filter(isDeclaration)) scope[prefix === "" ? "" : local] = value;
  return {
    scope,
    inherited: withInherited(
      attributes.filter(({ prefix }) => prefix === "xml"),
      outer.inherited,
    ),
  };
}

/** An element's attributes, and the inherited ones that it does not override. */
function withInherited(own: readonly SaxesAttributeNS[], inherited: readonly SaxesAttributeNS[]): readonly SaxesAttributeNS[] {
  return [...own, ...inherited.filter(({ name }) => !own.some((one) => one.name === name))];
}

/** Text after an element's name: the namespaces that the element changes, then its attributes. */
const attributesOf = (attributes: readonly SaxesAttributeNS[], scope: Scope, around: Scope) =>
  attributes.length === 0 ? "" : namespacesText(Object.keys(scope), scope, around) + attributesText(attributes);

/** Text after the name of the apex element: all namespaces in scope, then its own and the inherited attributes. */
function attributesOfApex(attributes: readonly SaxesAttributeNS[], scope: Scope, inherited: readonly SaxesAttributeNS[]): string {
  const prefixes: string[] = [];
  for (const prefix in scope) prefixes.push(prefix);
  return namespacesText(prefixes, scope, NO_NAMESPACES) + attributesText(withInherited(attributes, inherited));
}

/** Text of namespace declarations. The default namespace comes first. Namespaces that are already in scope are not repeated. */
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
/** Compares the namespaces or names of two attributes. They are never equal, because no element has the same attribute twice. */
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
