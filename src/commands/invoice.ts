import { readFileSync, statSync } from "node:fs";
import { createSellerApi, sendAs } from "../client/seller-api.ts";
import { withTemporaryCredential } from "../client/temporary-credential.ts";
import { coloured } from "../command-line/colours.ts";
import { wantsJson, type Command, type Terminal } from "../command-line/command.ts";
import { findInstance, sellerOrDefault } from "../command-line/instance.ts";
import { existingFile, integerOption, MAX_INT32 } from "../command-line/option-values.ts";
import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { INVOICING_LIMIT_BYTES, MAX_XML_BYTES } from "../orders/index.ts";
import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/index.ts";

const TEXTS = {
  good: { "pt-BR": "a nota seria aceita", en: "the invoice would be accepted" },
  bad: { "pt-BR": "a nota seria recusada", en: "the invoice would be refused" },
  noted: { "pt-BR": "anotado", en: "noted" },
  read: { "pt-BR": "lido em {encoding}, {by}", en: "read in {encoding}, {by}" },
  mark: { "pt-BR": "pela marca de ordem de bytes (BOM)", en: "by the byte order mark" },
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

/** `invoice FILE.xml --order N`: runs the checks of invoicing on a file, without registering the invoice. */
export const invoice: Command = {
  name: "invoice",
  does: {
    "pt-BR": "Confere o arquivo da nota de um pedido como o faturamento faria, em qualquer codificação. Não registra nada.",
    en: "Checks the invoice file of an order as invoicing would, in any encoding. Registers nothing.",
  },
  positionals: [{ name: "FILE.xml", meaning: { "pt-BR": "a nota autorizada (procNFe)", en: "the authorised invoice (procNFe)" } }],
  options: [
    { name: "order", value: "NUMBER", needed: true, meaning: { "pt-BR": "o pedido", en: "the order" } },
    {
      name: "shipping",
      value: "CODE",
      meaning: { "pt-BR": "a entrega (padrão: a única do pedido)", en: "the shipping (default: the only one of the order)" },
    },
    {
      name: "seller",
      value: "ID",
      meaning: {
        "pt-BR": "o lojista (padrão: o lojista pronto do sandbox)",
        en: "the seller (default: the sandbox's ready seller)",
      },
    },
    ...INSTANCE_OPTIONS,
  ],
  json: { as: "object", fields: ["valid", "failures", "errors", "validationErrors", "file"] },
  exits: {
    failed: { "pt-BR": "a nota seria recusada", en: "the invoice would be refused" },
    declined: { "pt-BR": "o pedido ou a entrega não existe", en: "the order or shipping does not exist" },
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
    const { lang, out } = terminal;
    const danfeFile = readInvoice(existingFile(args.positionals[0]!, lang), lang).toString("base64");
    const result = await validateInvoice(args, danfeFile, lang);
    if (wantsJson(args)) out.write(`${JSON.stringify(result)}\n`);
    else printResult(result, terminal);
    return result.valid ? 0 : 1;
  },
};

/**
 * Size of the largest file that fits into a call as base64, which needs four characters for three bytes. The limit for the XML is lower,
 * but it counts bytes of UTF-8, and the file may have another encoding.
 */
const MAX_FILE_BYTES = Math.floor((INVOICING_LIMIT_BYTES / 4 - 256) * 3);

/** Reads the file's bytes; the marketplace detects the encoding. Throws `UsageError` if the file is too large to send. */
function readInvoice(name: string, lang: Lang): Buffer {
  const { size } = statSync(name);
  if (size > MAX_FILE_BYTES) throw new UsageError(formatMessage(TEXTS.tooLarge[lang], { name, bytes: size, most: MAX_XML_BYTES }));
  return readFileSync(name);
}

/** Validates the invoice in the marketplace, with a temporary credential of the seller. */
function validateInvoice(args: ParsedArguments, danfeFile: string, lang: Lang): Promise<ValidationResult> {
  const instance = findInstance(args, lang);
  const sellerId = sellerOrDefault(args, instance, lang);
  const orderNumber = args.options["order"]!;
  const path = `/api/v1/orders/${encodeURIComponent(orderNumber)}/shippings`;
  const given = integerOption(args, "shipping", { min: 1, max: MAX_INT32, fallback: undefined }, lang);
  return withTemporaryCredential(instance, sellerId, { name: "vitrine invoice", scopes: ["orders"] }, async (credential) => {
    const api = createSellerApi(sendAs(instance.url, credential, lang));
    const shipping = given ?? onlyShipping((await api.request<Shippings>("GET", path))!, orderNumber, lang);
    return (await api.request<ValidationResult>("POST", `${path}/${shipping}/invoice/validate`, { danfeFile }))!;
  });
}

/** Result of the checks. Invoicing would be refused for `failures`. It would only note `errors` and `validationErrors` on the invoice. */
interface ValidationResult {
  readonly valid: boolean;
  readonly failures: readonly Finding[];
  readonly errors: readonly Finding[];
  readonly validationErrors: readonly Finding[];
  /** The detected encoding, and the part of the file that showed it. If no encoding was detected, the file is not text. */
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

/** The code of an order's only shipping. Throws `UsageError` if there are several. */
function onlyShipping({ items }: Shippings, orderNumber: string, lang: Lang): number {
  const codes = items.map(({ shippingCode }) => shippingCode);
  if (codes.length > 1) throw new UsageError(formatMessage(TEXTS.several[lang], { orderNumber, codes }));
  return codes[0]!;
}

function printResult({ valid, failures, errors, validationErrors, file }: ValidationResult, { out, lang }: Terminal): void {
  const line = ({ code, pointer, message }: Finding) => `${code}  ${pointer}  ${message}\n`;
  for (const failure of failures) out.write(`${coloured(out, "bad", "✗")} ${line(failure)}`);
  for (const finding of [...errors, ...validationErrors]) out.write(`${coloured(out, "warning", TEXTS.noted[lang])} ${line(finding)}`);
  const { encoding, decodedBy } = file;
  if (encoding !== undefined && decodedBy !== undefined)
    out.write(`${formatMessage(TEXTS.read[lang], { encoding, by: TEXTS[decodedBy][lang] })}\n`);
  out.write(`${valid ? coloured(out, "good", TEXTS.good[lang]) : coloured(out, "bad", TEXTS.bad[lang])}\n`);
}
