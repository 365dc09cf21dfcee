import { readFileSync, statSync } from "node:fs";
import { INVOICING_LIMIT_BYTES, MAX_XML_BYTES } from "../orders/index.ts";
import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/errors.ts";
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
  read: { "pt-BR": "lido em {encoding}, {by}", en: "read in {encoding}, {by}" },
  mark: { "pt-BR": "pela marca inicial do arquivo", en: "by the mark that the file begins with" },
  declaration: { "pt-BR": "pela declaração XML", en: "by its XML declaration" },
  content: { "pt-BR": "pelos bytes", en: "by its bytes" },
  tooLarge: {
    "pt-BR": "o arquivo {name} tem {bytes} bytes; uma NF-e tem no máximo {most}",
    en: "the file {name} has {bytes} bytes; an NF-e has at most {most}",
  },
  several: {
    "pt-BR": "o pedido {orderNumber} tem as entregas {codes}; diga qual com --shipping",
    en: "order {orderNumber} has the shippings {codes}; say which one with --shipping",
  },
} as const satisfies Record<string, LocalizedText>;

/** `invoice FILE.xml --order N`: everything that would refuse an invoice, without registering it (beyond M12). */
export const invoice: Command = {
  name: "invoice",
  does: {
    "pt-BR": "Confere o arquivo da nota de um pedido como o faturamento confere, em qualquer codificação, sem registrar nada.",
    en: "Checks the file of an order's invoice as invoicing does, in any encoding, without registering anything.",
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
  json: { as: "object", fields: ["valid", "failures", "errors", "validationErrors", "file"] },
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
    const danfeFile = bytesOf(existingFile(args.words[0]!, lang), lang).toString("base64");
    const found = await rehearsed(args, { danfeFile }, lang);
    if (wantsJson(args)) terminal.out.write(`${JSON.stringify(found)}\n`);
    else print(found, terminal);
    return found.valid ? 0 : 1;
  },
};

/** A file as it lies there: in which encoding, and what else it may be, is found where it is checked. */
function bytesOf(name: string, lang: Lang): Buffer {
  const { size } = statSync(name);
  if (size > MOST_BYTES) throw new UsageFault(formatMessage(TEXTS.tooLarge[lang], { name, bytes: size, most: MAX_XML_BYTES }));
  return readFileSync(name);
}
/** What a call carries in base64, which has four characters for three bytes. It is above what a document may have: UTF-16 takes more. */
const MOST_BYTES = Math.floor((INVOICING_LIMIT_BYTES / 4 - 256) * 3);

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
  /** How the file was read; without an encoding it is no text. */
  readonly file: { readonly encoding?: string; readonly decodedBy?: "mark" | "declaration" | "content" };
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
  if (codes.length > 1) throw new UsageFault(formatMessage(TEXTS.several[lang], { orderNumber, codes }));
  return codes[0]!;
}

function print({ valid, failures, errors, validationErrors, file }: Rehearsal, { out, lang }: Terminal): void {
  const line = ({ code, pointer, message }: Finding) => `${code}  ${pointer}  ${message}\n`;
  for (const failure of failures) out.write(`${paint(out, "bad", "✗")} ${line(failure)}`);
  for (const finding of [...errors, ...validationErrors]) out.write(`${paint(out, "warning", TEXTS.noted[lang])} ${line(finding)}`);
  const { encoding, decodedBy } = file;
  if (encoding !== undefined && decodedBy !== undefined)
    out.write(`${formatMessage(TEXTS.read[lang], { encoding, by: TEXTS[decodedBy][lang] })}\n`);
  out.write(`${valid ? paint(out, "good", TEXTS.good[lang]) : paint(out, "bad", TEXTS.bad[lang])}\n`);
}
