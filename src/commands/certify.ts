import { writeFileSync } from "node:fs";
import type { SellerCredential } from "../client/seller-api.ts";
import { wantsJson, type Command, type Terminal } from "../command-line/command.ts";
import { EXIT_CODES } from "../command-line/exit-codes.ts";
import { findInstance } from "../command-line/instance.ts";
import { requiredOption, urlOption, writablePath } from "../command-line/option-values.ts";
import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import type { Lang } from "../platform/contract/index.ts";
import { checklistText, runCertification, type ValidationRun } from "../programs/certification/index.ts";

/** Fields of the output: those of the run, the credential of a new seller, and the signed report. */
const FIELDS = [
  ..."id sellerId application clientId status startedAt scheduledAt? decidedAt? reason? links complete checklist".split(" "),
  ..."name? accessToken? report".split(" "),
];

/** `certify`: makes all calls of the technical validation against a sandbox (seed 4.4) and shows the signed report. */
export const certify: Command = {
  name: "certify",
  does: {
    "pt-BR": "Faz todas as chamadas da validação técnica contra um sandbox e mostra a lista e o relatório.",
    en: "Makes all calls of the technical validation against a sandbox and shows the checklist and the report.",
  },
  options: [
    {
      name: "client-id",
      value: "ID",
      meaning: {
        "pt-BR": "a aplicação (padrão: um lojista novo do sandbox)",
        en: "the application (default: a new seller of the sandbox)",
      },
    },
    { name: "access-token", value: "TOKEN", meaning: { "pt-BR": "o token dela", en: "its token" } },
    {
      name: "approve",
      meaning: { "pt-BR": "aprova com a chave de operador da instância", en: "approves with the instance's operator key" },
    },
    { name: "report", value: "FILE", meaning: { "pt-BR": "onde gravar o relatório assinado", en: "where to write the signed report" } },
    ...INSTANCE_OPTIONS,
  ],
  json: { as: "object", fields: FIELDS },
  exits: { failed: { "pt-BR": "a validação não ficou completa", en: "the validation is not complete" } },
  examples: [
    {
      line: "certify --approve --report certificado.jws",
      does: {
        "pt-BR": "Um lojista novo do sandbox, aprovado; o relatório abre a produção.",
        en: "A new seller of the sandbox, approved; the report opens production.",
      },
    },
  ],
  async run(args, terminal) {
    const { lang, out } = terminal;
    const startedMs = performance.now();
    const url = args.options["url"] === undefined ? findInstance(args, lang).url : urlOption(args, "url", "", lang);
    const approve = createApprover(args, lang);
    if (args.options["report"] !== undefined) writablePath(args.options["report"], lang);
    const isJson = wantsJson(args);
    const credential = givenCredential(args, lang);
    const { run, newCredential, report } = await runCertification({ url, credential, approve, printsCredential: !isJson }, terminal);
    if (isJson) out.write(`${JSON.stringify({ ...run, ...newCredential, report })}\n`);
    else out.write(checklistText(run, performance.now() - startedMs, lang, out));
    saveReport(args, report, terminal);
    return run.complete ? EXIT_CODES.done.code : EXIT_CODES.failed.code;
  },
};

/** The credential from the options; undefined if both options are omitted. */
function givenCredential(args: ParsedArguments, lang: Lang): SellerCredential | undefined {
  if (args.options["client-id"] === undefined && args.options["access-token"] === undefined) return undefined;
  return { clientId: requiredOption(args, "client-id", lang), accessToken: requiredOption(args, "access-token", lang) };
}

/** A function that approves a run as an operator; undefined without `--approve`. Throws at once if no operator key is found. */
function createApprover(args: ParsedArguments, lang: Lang): ((id: string) => Promise<ValidationRun>) | undefined {
  if (!args.flags.has("approve")) return undefined;
  const instance = findInstance(args, lang);
  return async (id) => {
    const path = `/operator/v1/technical-validations/${id}/decision`;
    return (await instance.request<ValidationRun>("POST", path, { decision: "approved" })).body!;
  };
}

/** Writes the report to the file of `--report`, or prints it. */
function saveReport(args: ParsedArguments, jws: string, { lang, out }: Terminal): void {
  const { report: file } = args.options;
  if (file !== undefined) writeFileSync(file, `${jws}\n`);
  if (wantsJson(args)) return;
  out.write(file === undefined ? `${jws}\n` : `${lang === "en" ? "report" : "relatório"}: ${file}\n`);
}
