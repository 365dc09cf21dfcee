import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { createCanonicalizer } from "../../src/orders/invoice/canonical-xml.ts";
import { parseXml } from "../../src/orders/invoice/xml.ts";

/** The canonical form of the element of this name, and of everything in it. */
function canonical(xml: string, apex = "a"): string {
  let text = "";
  parseXml(
    xml,
    createCanonicalizer(
      ({ local }) => local === apex,
      (piece) => {
        text += piece;
      },
    ),
  );
  return text;
}

describe("canonical XML 1.0 (W3C REC-xml-c14n-20010315)", () => {
  it.each([
    ["empty elements have two tags", "<a/>", "<a></a>"],
    ["space inside tags is one space or none", '<a  x = "1"\n y="2" ></a  >', '<a x="1" y="2"></a>'],
    ["attributes stand in the order of their names", '<a z="1" b="2" A="3"/>', '<a A="3" b="2" z="1"></a>'],
    [
      "attributes of namespaces come last, in the order of the addresses",
      '<a y:q="1" x:q="2" q="3" xmlns:x="urn:z" xmlns:y="urn:b"/>',
      '<a xmlns:x="urn:z" xmlns:y="urn:b" q="3" y:q="1" x:q="2"></a>',
    ],
    ["quotes are double", "<a x='he said \"no\"'/>", '<a x="he said &quot;no&quot;"></a>'],
    ["references are what they stand for", "<a>&#65;&apos;&quot;&gt;</a>", "<a>A'\"&gt;</a>"],
    ["markup in texts stays escaped", "<a>&lt;b&gt; &amp;amp;</a>", "<a>&lt;b&gt; &amp;amp;</a>"],
    ["CDATA is text", "<a><![CDATA[<b> & ]]></a>", "<a>&lt;b&gt; &amp; </a>"],
    ["comments are gone, instructions stay", "<a>1<!-- 2 -->3<?print  now?><?end?></a>", "<a>13<?print now?><?end?></a>"],
    ["line ends are line feeds", "<a>1\r\n2\r3\n</a>", "<a>1\n2\n3\n</a>"],
    ["a carriage return that was meant is told", "<a>&#13;</a>", "<a>&#xD;</a>"],
    ["white space that was meant in attributes is told", '<a x="&#9;&#10;&#13;"/>', '<a x="&#x9;&#xA;&#xD;"></a>'],
    ["white space in attributes is a space otherwise", '<a x="1\t2\r\n3"/>', '<a x="1 2 3"></a>'],
    ["characters beyond Latin are themselves", "<a>ação 😀</a>", "<a>ação 😀</a>"],
    ["what is around the element is not in it", "<r>1<a>2</a>3</r>", "<a>2</a>"],
    ["a second one is, too", "<r><a>1</a><b/><a>2</a></r>", "<a>1</a><a>2</a>"],
    ["one inside another is said once", "<a><a/></a>", "<a><a></a></a>"],
    ["namespaces of the elements around are its own", '<r xmlns="urn:n" xmlns:x="urn:x"><a/></r>', '<a xmlns="urn:n" xmlns:x="urn:x"></a>'],
    ["a namespace said again is said once", '<r xmlns="urn:n"><a xmlns="urn:n"><b xmlns="urn:n"/></a></r>', '<a xmlns="urn:n"><b></b></a>'],
    [
      "a namespace that changes is said where it does",
      '<a xmlns="urn:n"><b xmlns="urn:m"><c xmlns="urn:n"/></b></a>',
      '<a xmlns="urn:n"><b xmlns="urn:m"><c xmlns="urn:n"></c></b></a>',
    ],
    ["leaving a namespace is said", '<a xmlns="urn:n"><b xmlns=""/></a>', '<a xmlns="urn:n"><b xmlns=""></b></a>'],
    ["leaving none is not", '<a xmlns=""><b xmlns=""/></a>', "<a><b></b></a>"],
    [
      "xml: attributes around are inherited, its own win",
      '<r xml:lang="pt" xml:space="preserve" id="1"><a xml:lang="en"/></r>',
      '<a xml:lang="en" xml:space="preserve"></a>',
    ],
    ["xml: attributes beside are not", '<r><b xml:lang="en"/><a/></r>', "<a></a>"],
    ["xml: attributes go no further than the element", '<r xml:lang="pt"><a><b/></a></r>', '<a xml:lang="pt"><b></b></a>'],
    ["namespaces stand in the order of their prefixes", '<a xmlns:z="urn:1" xmlns:b="urn:2"/>', '<a xmlns:b="urn:2" xmlns:z="urn:1"></a>'],
    [
      "so do those of the elements around, with its own",
      '<r xmlns:m="urn:3"><a xmlns:z="urn:1" xmlns:b="urn:2"/></r>',
      '<a xmlns:b="urn:2" xmlns:m="urn:3" xmlns:z="urn:1"></a>',
    ],
    ["the prefix xml is never said", '<a xmlns:xml="http://www.w3.org/XML/1998/namespace"/>', "<a></a>"],
    [
      "attributes of one namespace stand in the order of their names",
      '<a xmlns:x="urn:x" x:z="1" x:b="2" x:m="3"/>',
      '<a xmlns:x="urn:x" x:b="2" x:m="3" x:z="1"></a>',
    ],
    ["instructions around the element are not in it", "<?one?><r><?two 2?><a/><?three?></r>", "<a></a>"],
    ["an address is escaped", '<a xmlns="urn:&quot;&amp;"/>', '<a xmlns="urn:&quot;&amp;"></a>'],
  ])("%s", (_name, xml, expected) => {
    expect(canonical(xml)).toBe(expected);
  });

  it("is its own canonical form", () => {
    const once = canonical('<r xmlns="urn:n" xmlns:x="urn:x"><a z="1" x:y=\'2\'>&#13;<b xmlns="urn:m"/><![CDATA[&]]></a></r>');
    expect(canonical(once)).toBe(once);
    expect(() => new SaxesParser({ xmlns: true }).write(once).close()).not.toThrow();
  });
});
