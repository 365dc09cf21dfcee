import { readFileSync } from "node:fs";
import { formatMessage, type LocalizedText } from "../platform/contract/index.ts";
import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { wantsJson, type Command, type Terminal } from "../command-line/command.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import { findInstance } from "../command-line/instance.ts";
import { listAll } from "../client/operator-api.ts";
import { alignColumns } from "../command-line/columns.ts";
import { existingFile } from "../command-line/option-values.ts";

/** `seller create NAME`: creates a seller and its first credential. `seller list`: lists the sellers. */
export const seller: Command = {
  name: "seller",
  does: {
    "pt-BR": "Cria um lojista e sua primeira credencial, ou lista os lojistas.",
    en: "Creates a seller and its first credential, or lists the sellers.",
  },
  actions: [
    {
      name: "create",
      does: {
        "pt-BR": "Cria um lojista e sua primeira credencial. O token só é mostrado agora.",
        en: "Creates a seller and its first credential. The token is shown only now.",
      },
      positionals: [{ name: "NAME", meaning: { "pt-BR": "nome do lojista", en: "the seller's name" } }],
      options: [
        {
          name: "report",
          value: "FILE",
          meaning: {
            "pt-BR": "relatório da validação técnica, exigido em produção (veja certify)",
            en: "technical validation report, required in production (see certify)",
          },
        },
        ...INSTANCE_OPTIONS,
      ],
      json: { as: "object", fields: ["sellerId", "name", "clientId", "accessToken"] },
      examples: [
        {
          line: "seller create 'Loja Primeira' --json",
          does: { "pt-BR": "Um lojista novo, para um programa.", en: "A new seller, for a program." },
        },
        {
          line: "seller create 'Loja Primeira' --report certificado.jws --data .vitrine-production",
          does: { "pt-BR": "Em produção, com o relatório do sandbox.", en: "In production, with the report from the sandbox." },
        },
      ],
      run: create,
    },
    {
      name: "list",
      does: { "pt-BR": "Lista os lojistas.", en: "Lists the sellers." },
      options: INSTANCE_OPTIONS,
      json: { as: "array", fields: ["sellerId", "name", "status", "createdAt"] },
      examples: [{ line: "seller list", does: { "pt-BR": "Todos, do mais antigo ao mais novo.", en: "All sellers, oldest first." } }],
      run: list,
    },
  ],
};

interface Seller {
  readonly sellerId: number;
  readonly name: string;
  readonly status: string;
  readonly createdAt: string;
}
interface Credential {
  readonly clientId: string;
  readonly accessToken: string;
}

/** Text added to the error if the credential cannot be issued. The new seller remains, because sellers cannot be deleted. */
const SELLER_LEFT: LocalizedText = {
  "pt-BR": "o lojista {sellerId} foi criado sem credencial; emita-a depois com POST {path}",
  en: "seller {sellerId} was created without a credential; issue one later with POST {path}",
};

/** Creates a seller and its credential, and prints both. The marketplace never shows the token again. */
async function create(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  const name = args.positionals[0]!;
  const { report: file } = args.options;
  const report = file === undefined ? undefined : readFileSync(existingFile(file, lang), "utf8").trim();
  const instance = findInstance(args, lang);
  const { body: newSeller } = await instance.request<Seller>("POST", "/operator/v1/sellers", { name });
  const { sellerId } = newSeller!;
  const request = report === undefined ? { name } : { name, report };
  const path = `/operator/v1/sellers/${sellerId}/credentials`;
  const { body: issued } = await instance.request<Credential>("POST", path, request).catch((error: unknown) => {
    throw new Error(`${(error as Error).message}\n  ${formatMessage(SELLER_LEFT[lang], { sellerId, path })}`, { cause: error });
  });
  const { clientId, accessToken } = issued!;
  const created = { sellerId, name, clientId, accessToken };
  if (wantsJson(args)) out.write(`${JSON.stringify(created)}\n`);
  else out.write(alignColumns(Object.entries(created).map(([field, value]) => [field, String(value)])));
  return 0;
}

async function list(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  const sellers = await listAll<Seller>(findInstance(args, lang), "/operator/v1/sellers");
  const rows = sellers.map(({ sellerId, name, status, createdAt }) => ({ sellerId, name, status, createdAt }));
  if (wantsJson(args)) out.write(`${JSON.stringify(rows)}\n`);
  else out.write(alignColumns(rows.map((row) => [String(row.sellerId), row.status, row.createdAt, row.name])));
  return 0;
}
