import { operation } from "../../platform/contract/operation.ts";
import { flag, integer, list, oneOfWords, optional, shape, text } from "../../platform/contract/schema.ts";
import { INVOICING_LIMIT_BYTES, ofShipping } from "../contract.ts";
import { moveErrors } from "../move-errors.ts";
import { Finding, Obstacle } from "../shapes.ts";
import { RehearsalBody } from "./body.ts";

const ofInvoice = { api: "v1", audience: "seller", permission: "orders", confidential: true, parameters: ofShipping } as const;

export const getInvoiceDocument = operation({
  ...ofInvoice,
  id: "getInvoiceDocument",
  method: "GET",
  path: "/api/v1/orders/{orderNumber}/shippings/{shippingCode}/invoice/document",
  summary: "Baixa o XML da nota (procNFe) como foi registrado",
  replies: {
    200: {
      description: "O documento",
      mediaType: "application/xml",
      headers: { "Content-Disposition": "attachment, com o nome do arquivo" },
    },
  },
  refuses: [moveErrors.order_unknown, moveErrors.invoice_document_unknown],
});

export const validateInvoice = operation({
  ...ofInvoice,
  id: "validateInvoice",
  method: "POST",
  path: "/api/v1/orders/{orderNumber}/shippings/{shippingCode}/invoice/validate",
  summary: "Ensaia o faturamento: as mesmas conferências, sem gravar nada",
  description:
    "failures é o que faria o PUT invoiced recusar; errors e validationErrors, o que se anota na nota. " +
    "No lugar de danfeXml pode vir o arquivo da nota, em base64: file diz como ele foi lido.",
  body: RehearsalBody,
  bodyExample: { issueDate: "2026-11-20T09:52:48-03:00", key: "35261112ABC34501DE35550010000012341583492714", line: "1", number: "1234" },
  bodyLimitBytes: INVOICING_LIMIT_BYTES,
  replies: {
    200: {
      description: "O que o faturamento diria",
      schema: shape("InvoiceRehearsal", {
        valid: flag(),
        failures: list(Obstacle),
        errors: list(Finding),
        validationErrors: list(Finding),
        file: optional(
          shape("InvoiceFile", {
            bytes: integer({ description: "Tamanho do arquivo" }),
            encoding: optional(text({ description: "Codificação em que foi lido; ausente do que não é texto", examples: ["ISO-8859-1"] })),
            decodedBy: optional(
              oneOfWords(["mark", "declaration", "content"], {
                description: "O que disse a codificação: a marca inicial, a declaração XML ou os próprios bytes",
              }),
            ),
            declared: optional(text({ description: "A codificação que a declaração XML diz, como está escrita" })),
          }),
        ),
      }),
    },
  },
  refuses: [moveErrors.order_unknown, moveErrors.shipping_unknown],
});
