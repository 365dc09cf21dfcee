import {
  booleanField,
  enumOf,
  int32Field,
  list,
  named,
  namedObject,
  operation,
  optional,
  textField,
} from "../../platform/contract/index.ts";
import { shippingAddress } from "../contract-parameters.ts";
import { INVOICING_LIMIT_BYTES } from "../move-contract.ts";
import { moveErrors } from "../move-errors.ts";
import { Finding, Obstacle } from "../shapes.ts";
import { InvoiceDryRunBody } from "./body.ts";

const ofInvoice = {
  api: "v1",
  audience: "seller",
  permission: "orders",
  tag: "Notas fiscais",
  confidential: true,
  parameters: shippingAddress,
} as const;

export const getInvoiceDocument = operation({
  ...ofInvoice,
  id: "getInvoiceDocument",
  method: "GET",
  path: "/api/v1/orders/{orderNumber}/shippings/{shippingCode}/invoice/document",
  summary: "Baixa o XML da nota (procNFe) como foi registrado",
  description: "Byte por byte o documento que veio em `danfeXml`.",
  replies: {
    200: {
      description: "O documento.",
      mediaType: "application/xml",
      example: '<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00">...</nfeProc>',
      headers: {
        "Content-Disposition": {
          description: "`attachment`, com o nome do arquivo.",
          example: 'attachment; filename="35261112ABC34501DE35550010000012341583492714-procNFe.xml"',
        },
      },
    },
  },
  refuses: [moveErrors.order_unknown, moveErrors.invoice_document_unknown],
});

const encodingSource = named(
  "EncodingSource",
  enumOf(["mark", "declaration", "content"], {
    description: "O que disse a codificação.",
    meanings: { mark: "A marca inicial (BOM).", declaration: "A declaração XML.", content: "Os próprios bytes." },
    examples: ["declaration"],
  }),
);
const InvoiceFile = namedObject("InvoiceFile", "Como o arquivo da nota foi lido.", {
  bytes: int32Field("Tamanho do arquivo, em bytes.", 8412),
  encoding: optional(textField("Codificação em que foi lido; ausente do que não é texto.", "ISO-8859-1")),
  decodedBy: optional(encodingSource),
  declared: optional(textField("A codificação que a declaração XML diz, como está escrita.", "ISO-8859-1")),
});

export const validateInvoice = operation({
  ...ofInvoice,
  id: "validateInvoice",
  method: "POST",
  path: "/api/v1/orders/{orderNumber}/shippings/{shippingCode}/invoice/validate",
  summary: "Ensaia o faturamento: as mesmas conferências, sem gravar nada",
  description:
    "`failures` é o que faria o PUT invoiced recusar; `errors` e `validationErrors`, o que se anota na nota. " +
    "No lugar de `danfeXml` pode vir o arquivo da nota, em base64: `file` diz como ele foi lido.",
  body: InvoiceDryRunBody,
  bodyExample: { issueDate: "2026-11-20T09:52:48-03:00", key: "35261112ABC34501DE35550010000012341583492714", line: "1", number: "1234" },
  bodyLimitBytes: INVOICING_LIMIT_BYTES,
  replies: {
    200: {
      description: "O que o faturamento diria.",
      schema: namedObject("InvoiceRehearsal", "O que o faturamento diria de uma nota.", {
        valid: booleanField("Se o faturamento seria aceito."),
        failures: list(Obstacle, { description: "O que o faria ser recusado.", examples: [[]] }),
        errors: list(Finding, { description: "Falhas que ficariam anotadas na nota.", examples: [[]] }),
        validationErrors: list(Finding, { description: "O que seria estranho e não a recusaria.", examples: [[]] }),
        file: optional(InvoiceFile),
      }),
    },
  },
  refuses: [moveErrors.order_unknown, moveErrors.shipping_unknown],
});
