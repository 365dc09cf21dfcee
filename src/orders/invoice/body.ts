import { dateTime, enumOf, integer, namedObject, optional, type Static, text } from "../../platform/contract/index.ts";

/** Client systems send an empty text if they have no value. */
const EMPTY_IS_ABSENT = { absent: [""] } as const;

/** The body of the invoicing operation (seed 2.6). Rules that concern several fields are in rules.ts. */
export const InvoicingBody = namedObject("InvoicingBody", "A nota de uma entrega.", {
  issueDate: dateTime({
    description: { "pt-BR": "Data de emissão da nota (dhEmi).", en: "Issue date of the invoice (dhEmi)." },
    examples: ["2026-11-20T09:52:48-03:00"],
  }),
  key: optional(
    text({
      ...EMPTY_IS_ABSENT,
      description: { "pt-BR": "Chave de acesso, 44 posições.", en: "Access key, 44 positions." },
      examples: ["35261112ABC34501DE35550010000012341583492714"],
    }),
  ),
  line: optional(
    text({
      ...EMPTY_IS_ABSENT,
      also: "integer",
      maxLength: 60,
      description: { "pt-BR": "Série da nota.", en: "Series of the invoice." },
      examples: ["1"],
    }),
  ),
  number: optional(
    text({
      ...EMPTY_IS_ABSENT,
      also: "integer",
      maxLength: 60,
      description: { "pt-BR": "Número da nota.", en: "Number of the invoice." },
      examples: ["1234"],
    }),
  ),
  // A status that contradicts the URL is refused (decisions 5).
  status: optional(
    enumOf(["Invoiced"], {
      ignoreCase: true,
      aliases: { Faturado: "Invoiced" },
      description: "Se enviado, o mesmo do endereço.",
      meanings: { Invoiced: "O que o endereço pede." },
    }),
  ),
  danfeXml: optional(
    text({
      ...EMPTY_IS_ABSENT,
      personal: true,
      description: {
        "pt-BR": "O XML autorizado (procNFe), inteiro, até 1 MiB.",
        en: "The authorised XML (procNFe), whole, up to 1 MiB.",
      },
      examples: ['<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00">...</nfeProc>'],
    }),
  ),
  volume: optional(
    integer({
      description: {
        "pt-BR": "Volumes da nota, um número positivo; somente em entregas do marketplace fora dos Correios.",
        en: "Packages of the invoice, a positive number; only for marketplace-run delivery outside the postal carrier.",
      },
      examples: [1],
    }),
  ),
});

/** The body of the dry run: the body of the invoicing operation, in which the invoice may be a file (`danfeFile`) instead of a text. */
export const InvoiceDryRunBody = namedObject("InvoiceRehearsalBody", "A nota a ensaiar, ou o arquivo em que está.", {
  ...InvoicingBody.properties,
  issueDate: optional(
    dateTime({
      description: {
        "pt-BR": "Data de emissão da nota (dhEmi), como no faturamento; de um danfeFile, sem ela, é lida na nota.",
        en: "Issue date of the invoice (dhEmi), as in invoicing; of a danfeFile, without it, it is read in the invoice.",
      },
      examples: ["2026-11-20T09:52:48-03:00"],
    }),
  ),
  danfeFile: optional(
    text({
      personal: true,
      pattern: "^[A-Za-z0-9+/\\r\\n]*={0,2}[\\r\\n]{0,2}$",
      refusal: {
        code: "not_base64",
        text: {
          "pt-BR": "{pointer}: não é base64; envie os bytes do arquivo em base64 (RFC 4648), sem prefixo.",
          en: "{pointer}: is not base64; send the bytes of the file in base64 (RFC 4648), without a prefix.",
        },
      },
      description: {
        "pt-BR":
          "No lugar de danfeXml: o arquivo da nota, byte a byte, em base64. A codificação é descoberta pela marca inicial, pela declaração ou pelo conteúdo; o que se acha é dito de /danfeXml, onde a nota vai no faturamento.",
        en: "Instead of danfeXml: the invoice's file, byte by byte, in base64. Its encoding is found by mark, declaration or content; what is found is told of /danfeXml, where the invoice goes when invoicing.",
      },
      examples: ["PG5mZVByb2MgeG1sbnM9Imh0dHA6Ly93d3cucG9ydGFsZmlzY2FsLmluZi5ici9uZmUiPi4uLjwvbmZlUHJvYz4="],
    }),
  ),
});
/** The readable part of an invoicing request or of its dry run. Fields that failed the schema are left out. */
export type InvoicingRequest = Partial<Static<typeof InvoiceDryRunBody>>;
