import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { XML_LIMITS } from "../../src/orders/invoice/xml.ts";
import { generateInvoiceXml } from "../../src/orders/invoice/generate-xml.ts";
import { figures } from "../figures.ts";
import { INVOICE } from "../orders/invoices.ts";
import type { XmlCost } from "./xml-worker.ts";

const MOST_MS = 200;
/** Of the machine this was asked of, which read 2.1 kB of JSON in 3 us (performance 5): on a slower one it may take as much longer. */
const YARDSTICK_MS = 1.5;
const MOST_MEGABYTES = 50;
/** What the modules that check a document take before there is one. */
const CODE_MEGABYTES = 16;
/** The markup that begins the document stands before the hostile part. */
const SOON = 6_000;

/** One document that means harm, and what must come of it. */
interface Hostile {
  readonly name: string;
  readonly xml: (canaryUrl: string) => string;
  /** What refuses it; without a code it is inert, and only says that it is not what was signed. */
  readonly code?: string;
  /** It is refused before much of it was read. */
  readonly soon?: true;
  /** It is the same document to whoever signs: nothing is said of it. */
  readonly same?: true;
  /** Its form is wrong and can be read: the rest is judged beside it. */
  readonly judged?: true;
}

const VALID = generateInvoiceXml(INVOICE);
const repeat = (count: number, of: (n: number) => string) => Array.from({ length: count }, (_, n) => of(n)).join("");
/** Inside what is signed, where nothing is read. */
const inside = (text: string) => () => VALID.replace("<det ", () => `${text}<det `);
const withType = (type: string, used = "") => VALID.replace("?>", () => `?>${type}`).replace("<det ", () => `${used}<det `);
/** As much as fits below the limit, with some room for the document around. */
const FULL = XML_LIMITS.bytes - 10_000;
const fill = (unit: string) => unit.repeat(Math.floor(FULL / unit.length));

const LAUGHS = repeat(10, (n) => `<!ENTITY l${n} "${n === 0 ? "lol" : `&l${n - 1};`.repeat(10)}">`);

const HOSTILE: readonly Hostile[] = [
  {
    name: "an entity of a file",
    code: "danfe_doctype",
    xml: () => withType('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>', "<a>&e;</a>"),
  },
  {
    name: "an entity of an address",
    code: "danfe_doctype",
    xml: (url) => withType(`<!DOCTYPE x [<!ENTITY e SYSTEM "${url}">]>`, "<a>&e;</a>"),
  },
  { name: "a document type at an address", code: "danfe_doctype", xml: (url) => withType(`<!DOCTYPE nfeProc SYSTEM "${url}">`) },
  { name: "a public document type", code: "danfe_doctype", xml: (url) => withType(`<!DOCTYPE nfeProc PUBLIC "-//X//Y" "${url}">`) },
  { name: "a parameter entity", code: "danfe_doctype", xml: (url) => withType(`<!DOCTYPE x [<!ENTITY % e SYSTEM "${url}"> %e;]>`) },
  { name: "billion laughs", code: "danfe_doctype", xml: () => withType(`<!DOCTYPE x [${LAUGHS}]>`, "<a>&l9;</a>"), soon: true },
  {
    name: "quadratic blow-up",
    code: "danfe_doctype",
    xml: () => withType(`<!DOCTYPE x [<!ENTITY e "${"x".repeat(50_000)}">]>`, `<a>${"&e;".repeat(50_000)}</a>`),
  },
  { name: "a document type without end", code: "danfe_malformed", xml: () => withType(`<!DOCTYPE x [${fill("<!-- ")}`) },
  { name: "an entity that nobody declared", code: "danfe_malformed", xml: inside("<a>&e;</a>"), soon: true },
  { name: "an entity named like a property of objects", code: "danfe_malformed", xml: inside("<a>&constructor;</a>"), soon: true },

  { name: "200,000 levels", code: "danfe_too_deep", xml: inside("<a>".repeat(200_000)), soon: true },
  { name: "200,000 levels, closed", code: "danfe_too_large", xml: inside(`${"<a>".repeat(200_000)}${"</a>".repeat(200_000)}`) },
  { name: "50,000 attributes", code: "danfe_too_many_attributes", xml: inside(`<a ${repeat(50_000, (n) => `b${n}="" `)}/>`), soon: true },
  { name: "50,000 times the same attribute", code: "danfe_too_many_attributes", xml: inside(`<a ${'b="" '.repeat(50_000)}/>`), soon: true },
  {
    name: "50,000 namespaces",
    code: "danfe_too_many_attributes",
    xml: inside(`<a ${repeat(50_000, (n) => `xmlns:b${n}="u" `)}/>`),
    soon: true,
  },
  {
    name: "namespaces at every level, and as many elements as fit below",
    xml: inside(
      `${repeat(25, (level) => `<a ${repeat(31, (n) => `xmlns:p${level}x${n}="urn:${level}:${n}" `)}>`)}${`<p0x0:b c=""/>`.repeat(50_000)}${"</a>".repeat(25)}`,
    ),
  },
  { name: "namespaces at every element", xml: inside(repeat(1_000, (m) => `<a ${repeat(31, (n) => `xmlns:p${n}="urn:${m}:${n}" `)}/>`)) },

  { name: "3 MB of CDATA", code: "danfe_too_large", xml: inside(`<a><![CDATA[${"x".repeat(3_000_000)}]]></a>`) },
  { name: "as much CDATA as fits", xml: inside(`<a><![CDATA[${fill("x")}]]></a>`) },
  { name: "CDATA of brackets", xml: inside(`<a><![CDATA[${fill("]")}]]></a>`) },
  { name: "CDATA without end", code: "danfe_malformed", xml: inside(`<a><![CDATA[${fill("]]")}`) },
  {
    name: "as much CDATA as fits, where a number is read",
    code: "danfe_element_invalid",
    judged: true,
    xml: () => VALID.replace("<nNF>", `<nNF><![CDATA[${fill("1")}]]>`),
  },
  { name: "references to characters", xml: inside(`<a>${fill("&#65;")}</a>`) },
  { name: "references to characters in an attribute", xml: inside(`<a b="${fill("&#x41;")}"/>`) },
  {
    name: "references to characters where a number is read",
    code: "danfe_element_invalid",
    judged: true,
    xml: () => VALID.replace("<nNF>", `<nNF>${fill("&#49;")}`),
  },
  { name: "a reference without end", code: "danfe_malformed", xml: inside(`<a>&#${fill("1")}`) },
  { name: "a reference to a huge number", code: "danfe_malformed", xml: inside(`<a>&#${fill("1")};</a>`) },

  { name: "as many elements as fit", code: "danfe_too_many_elements", xml: inside(fill("<a/>")) },
  { name: "as many elements as may be", xml: inside("<a></a>".repeat(XML_LIMITS.elements - 100)) },
  { name: "as many attributes as fit", xml: inside(fill(`<a ${repeat(20, (n) => `b${n}="" `)}/>`)) },
  { name: "one long text", xml: inside(`<a>${fill("x")}</a>`) },
  { name: "one long name", code: "danfe_malformed", xml: inside(`<${fill("a")}`) },
  { name: "one long attribute", xml: inside(`<a b="${fill("x")}"/>`) },
  { name: "one long comment", xml: inside(`<!--${fill("- ")}-->`), same: true },
  { name: "one long instruction", xml: inside(`<?a ${fill("?")}?>`) },
  { name: "as many comments as fit", xml: inside(fill("<!---->")), same: true },
  { name: "line ends of every kind", xml: inside(`<a>${fill("\r\n\r")}</a>`) },
  { name: "text that grows when it is escaped", xml: inside(`<a b='${fill('"').slice(0, FULL / 2)}'>${fill(">").slice(0, FULL / 2)}</a>`) },
  { name: "opening brackets", code: "danfe_malformed", xml: () => fill("<"), soon: true },
  { name: "closing tags", code: "danfe_malformed", xml: () => fill("</a>"), soon: true },
  { name: "nothing but space", code: "danfe_empty", xml: () => fill(" ") },
  { name: "space before a declaration that never comes", code: "danfe_malformed", xml: () => `${fill(" \n")}<?xm` },
  { name: "space before the declaration", code: "danfe_space_first", judged: true, xml: () => `${fill("\r\n")}${VALID}` },
  { name: "half a character", code: "danfe_malformed", xml: () => "<?\ud800" },

  { name: "an inclusion", xml: (url) => inside(`<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="${url}"/>`)() },
  { name: "a style sheet", xml: (url) => inside(`<?xml-stylesheet href="${url}"?>`)() },
  {
    name: "a schema at an address",
    xml: (url) => inside(`<a xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:schemaLocation="urn:a ${url}"/>`)(),
  },
  { name: "an encoding that is none", xml: () => VALID.replace("UTF-8", "UTF-7").replace("<det ", "<a>+ADw-script+AD4-</a><det ") },
  { name: "XML 1.1, which has more characters", code: "danfe_malformed", xml: () => inside("<a>&#1;</a>")().replace('"1.0"', '"1.1"') },
];

/** Checks a document in a thread of its own, with no more memory than it may take. */
async function costOf(xml: string): Promise<XmlCost> {
  const worker = new Worker(new URL("./xml-worker.ts", import.meta.url), {
    workerData: xml,
    resourceLimits: { maxOldGenerationSizeMb: CODE_MEGABYTES + MOST_MEGABYTES, maxYoungGenerationSizeMb: 16 },
  });
  try {
    const [cost] = (await once(worker, "message")) as [XmlCost];
    return cost;
  } finally {
    await worker.terminate();
  }
}

/** What a megabyte of JSON takes, which is not our work; in ms of the processor. */
function yardstickMs(): number {
  const item = { sku: "CAM-0001", name: "Camiseta Esportiva Vento Leve", price: 129.9, sizes: ["P", "M", "G"], active: true, weight: null };
  const megabyte = JSON.stringify(Array.from({ length: 9_000 }, () => item));
  const times = 30;
  let start = process.threadCpuUsage();
  // The first of them warm up.
  for (let time = -times; time < times; time += 1) {
    if (time === 0) start = process.threadCpuUsage();
    JSON.parse(megabyte);
  }
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000 / times;
}

describe("danfeXml is inert (reliability T33)", () => {
  let visits = 0;
  const canary = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  let url = "";
  let mostMs = MOST_MS;
  beforeAll(async () => {
    mostMs = MOST_MS * Math.max(1, yardstickMs() / YARDSTICK_MS);
    canary.listen(0, "127.0.0.1");
    await once(canary, "listening");
    url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/evil.dtd`;
  });
  afterAll(() => {
    canary.close();
  });

  it("a good one costs next to nothing", async () => {
    const { refused, noted, ms } = await costOf(VALID);
    figures({ bytes: VALID.length, "processor, ms": ms, "most, ms": mostMs });
    expect({ refused: refused.map(({ code }) => code), noted }).toEqual({ refused: ["danfe_issue_date_differs"], noted: [] });
    expect(ms).toBeLessThan(mostMs / 4);
  });

  it.each([...HOSTILE])("$name", async ({ xml, code, soon, same, judged }) => {
    const document = xml(url);
    const { refused, noted, ms, connections } = await costOf(document);
    figures({ bytes: Buffer.byteLength(document), "processor, ms": ms, connections: connections + visits });
    if (code === undefined) {
      // Well-formed and within the limits: nothing of it is read, and the signature tells.
      expect({ refused: refused.map((one) => one.code), noted }).toEqual({
        refused: ["danfe_issue_date_differs"],
        noted: same ? [] : ["danfe_digest_differs"],
      });
    } else expect(refused.map((one) => one.code)).toEqual([code, ...(judged ? ["danfe_issue_date_differs"] : [])]);
    if (soon) expect(refused[0]?.params["at"]).toBeLessThan(SOON);
    expect(JSON.stringify(refused).length).toBeLessThan(1_000);
    expect(ms).toBeLessThan(mostMs);
    expect({ connections, visits }).toEqual({ connections: 0, visits: 0 });
  });
});
