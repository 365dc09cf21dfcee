import { readFileSync } from "node:fs";
import { fill, type Lang, type Texts } from "../platform/errors.ts";
import { UsageFault, type Arguments } from "./arguments.ts";
import { borrowCredential } from "./borrowed-credential.ts";
import { INSTANCE_OPTIONS, wantsJson, type Command, type Terminal } from "./command.ts";
import { call, Declined } from "./http-client.ts";
import { findInstance, sellerOrReady } from "./instance.ts";
import { paint } from "./line/paint.ts";
import { existingFile, LARGEST_WHOLE, wholeOption } from "./usage.ts";

const TEXTS = {
  good: { "pt-BR": "a nota seria aceita", en: "the invoice would be accepted" },
  bad: { "pt-BR": "a nota seria recusada", en: "the invoice would be refused" },
  noted: { "pt-BR": "anotado", en: "noted" },
  several: {
    "pt-BR": "o pedido {orderNumber} tem as entregas {codes}; diga qual com --shipping",
    en: "order {orderNumber} has the shippings {codes}; say which one with --shipping",
  },
} as const satisfies Record<string, Texts>;

/** `invoice FILE.xml --order N`: everything that would refuse an invoice, without registering it (beyond M12). */
export const invoice: Command = {
  name: "invoice",
  does: {
    "pt-BR": "Confere a nota de um pedido como o faturamento confere, sem registrar nada.",
    en: "Checks an order's invoice as invoicing does, without registering anything.",
  },
  words: [{ name: "FILE.xml", meaning: { "pt-BR": "a nota autorizada (procNFe)", en: "the authorised invoice (procNFe)" } }],
  options: [
    { name: "order", value: "NUMBER", needed: true, meaning: { "pt-BR": "de qual pedido", en: "of which order" } },
    {
      name: "shipping",
      value: "CODE",
      meaning: { "pt-BR": "de qual entrega (padrão: a única do pedido)", en: "of which shipping (default: the order's only one)" },
    },
    {
      name: "seller",
      value: "ID",
      meaning: {
        "pt-BR": "de qual lojista (padrão: o lojista pronto do sandbox)",
        en: "of which seller (default: the sandbox's ready seller)",
      },
    },
    ...INSTANCE_OPTIONS,
  ],
  json: { as: "object", fields: ["valid", "failures", "errors", "validationErrors"] },
  exits: {
    failed: { "pt-BR": "a nota seria recusada", en: "the invoice would be refused" },
    declined: { "pt-BR": "não há esse pedido ou essa entrega", en: "there is no such order or shipping" },
  },
  examples: [
    {
      line: "invoice nota.xml --order 217350000584167",
      does: { "pt-BR": "Antes de enviar PUT .../status/invoiced.", en: "Before sending PUT .../status/invoiced." },
    },
    {
      line: "invoice nota.xml --order 217350000584167 --shipping 2 --seller 1001 --json | jq .failures",
      does: { "pt-BR": "O que está errado, campo a campo.", en: "What is wrong, field by field." },
    },
  ],
  async run(args, terminal) {
    const { lang } = terminal;
    const danfeXml = readFileSync(existingFile(args.words[0]!, lang), "utf8");
    const found = await rehearsed(args, { danfeXml, ...issuedIn(danfeXml) }, lang);
    if (wantsJson(args)) terminal.out.write(`${JSON.stringify(found)}\n`);
    else print(found, terminal);
    return found.valid ? 0 : 1;
  },
};

/** The document's own date of issue; one that has none lacks it in the call too. */
function issuedIn(xml: string): { readonly issueDate?: string } {
  const issueDate = /<dhEmi>\s*([^<]{1,40}?)\s*<\/dhEmi>/.exec(xml)?.[1];
  return issueDate === undefined ? {} : { issueDate };
}

/** Asks as the seller, with a credential for that alone. */
async function rehearsed(args: Arguments, body: object, lang: Lang): Promise<Rehearsal> {
  const instance = findInstance(args, lang);
  const sellerId = sellerOrReady(args, instance, lang);
  const order = `/api/v1/orders/${encodeURIComponent(args.options["order"]!)}`;
  const asked = wholeOption(args, "shipping", { least: 1, most: LARGEST_WHOLE, otherwise: undefined }, lang);
  const credential = await borrowCredential(instance, sellerId, { name: "vitrine invoice", scopes: ["orders"] });
  const headers = { client_id: credential.clientId, access_token: credential.accessToken, "accept-language": lang };
  const ask = async <Body>(method: string, path: string, sent?: object): Promise<Body> => {
    const reply = await call<Body>(instance.url + path, { method, headers, ...(sent ? { body: JSON.stringify(sent) } : {}) });
    if (reply.status >= 400) throw new Declined(reply);
    return reply.body!;
  };
  try {
    const shipping = asked ?? onlyOne(await ask<Shippings>("GET", `${order}/shippings`), args.options["order"]!, lang);
    return await ask<Rehearsal>("POST", `${order}/shippings/${shipping}/invoice/validate`, body);
  } finally {
    await credential.revoke();
  }
}

/** What would refuse an invoice, and what would be noted on it. */
interface Rehearsal {
  readonly valid: boolean;
  readonly failures: readonly Finding[];
  readonly errors: readonly Finding[];
  readonly validationErrors: readonly Finding[];
}
interface Finding {
  readonly code: string;
  readonly pointer: string;
  readonly message: string;
}
interface Shippings {
  readonly items: readonly { readonly shippingCode: number }[];
}

function onlyOne({ items }: Shippings, orderNumber: string, lang: Lang): number {
  const codes = items.map(({ shippingCode }) => shippingCode);
  if (codes.length > 1) throw new UsageFault(fill(TEXTS.several[lang], { orderNumber, codes }));
  return codes[0]!;
}

function print({ valid, failures, errors, validationErrors }: Rehearsal, { out, lang }: Terminal): void {
  const line = ({ code, pointer, message }: Finding) => `${code}  ${pointer}  ${message}\n`;
  for (const failure of failures) out.write(`${paint(out, "bad", "✗")} ${line(failure)}`);
  for (const finding of [...errors, ...validationErrors]) out.write(`${paint(out, "warning", TEXTS.noted[lang])} ${line(finding)}`);
  out.write(`${valid ? paint(out, "good", TEXTS.good[lang]) : paint(out, "bad", TEXTS.bad[lang])}\n`);
}
