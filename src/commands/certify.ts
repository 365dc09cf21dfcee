import { writeFileSync } from "node:fs";
import { randomDigits } from "../platform/basics/random.ts";
import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/errors.ts";
import type { Arguments } from "./arguments.ts";
import { INSTANCE_OPTIONS, wantsJson, type Command, type Terminal } from "./command.ts";
import { moveOrders, publishFamily } from "./certify/calls.ts";
import { checklistText, credentialText, type CertifiedRun } from "./certify/report.ts";
import { selfServed, sellerApi, type SellerApi, type SellerCredential } from "./certify/seller-api.ts";
import { findInstance } from "./instance.ts";
import { createProgressLine } from "./line/progress.ts";
import { addressOption, neededOption, writablePath } from "./usage.ts";

/** The run as it is answered, the credential that was made for it, and its signed report. */
const FIELDS = [
  ..."id sellerId application clientId status startedAt scheduledAt? decidedAt? decidedBy? note? links complete checklist".split(" "),
  ..."name? accessToken? report".split(" "),
];

/** `certify`: the whole technical validation of seed 4.4 against a sandbox, and its report. */
export const certify: Command = {
  name: "certify",
  does: {
    "pt-BR": "Faz a validação técnica inteira contra um sandbox e mostra a lista e o relatório.",
    en: "Goes through the whole technical validation against a sandbox and shows the checklist and the report.",
  },
  options: [
    {
      name: "client-id",
      value: "ID",
      meaning: {
        "pt-BR": "a aplicação (sem ela, um lojista novo do sandbox)",
        en: "the application (without it, a new seller of the sandbox)",
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
    const began = performance.now();
    const url = args.options["url"] === undefined ? findInstance(args, lang).url : addressOption(args, "url", "", lang);
    const approve = approver(args, lang);
    if (args.options["report"] !== undefined) writablePath(args.options["report"], lang);
    const mark = randomDigits(8);
    const given = givenCredential(args, lang);
    const credential = given ?? (await selfServed(url, `Certificação ${mark}`, lang));
    // The report of a later decision is its own application's to read.
    const isJson = wantsJson(args);
    if (given === undefined && !isJson) out.write(credentialText(credential, lang));
    const line = createProgressLine(terminal.err, () => performance.now());
    let current = "";
    const waiting = (status: number | undefined, ms: number) => {
      const text = `${current}  ${formatMessage(WAITING[lang], { status: status ?? "-", seconds: Math.ceil(ms / 1_000) })}`;
      if (terminal.err.isTTY) line.show(() => text, true);
      else if (ms >= LONG_WAIT_MS) terminal.err.write(`${text}\n`);
    };
    const api = told(sellerApi(url, credential, lang, waiting), (call) => {
      current = call;
      line.show(() => call);
    });
    const certification = { api, imagesUrl: `${url}/images`, mark };

    const { id } = await api.ask<CertifiedRun>("POST", RUNS);
    await moveOrders(certification, await publishFamily(certification));
    const run = await api.ask<CertifiedRun>("GET", `${RUNS}/${id}`);
    line.end();
    const decided = run.complete && approve ? await approve(id) : run;
    const { jws } = await api.ask<{ readonly jws: string }>("GET", `${RUNS}/${id}/report`);
    if (isJson) out.write(`${JSON.stringify({ ...decided, ...(given ? {} : credential), report: jws })}\n`);
    else out.write(checklistText(decided, performance.now() - began, lang, out));
    keepReport(args, jws, terminal);
    return run.complete ? 0 : 1;
  },
};

/** Shorter waits are told on a terminal only. */
const LONG_WAIT_MS = 1_000;
const WAITING: LocalizedText = {
  "pt-BR": "respondeu {status}; nova tentativa em {seconds} s",
  en: "answered {status}; next try in {seconds} s",
};

/** The same, telling each call before it is made. */
function told({ ask }: SellerApi, tell: (call: string) => void): SellerApi {
  let calls = 0;
  return {
    ask<Body>(method: string, path: string, body?: object) {
      calls += 1;
      tell(`${calls}  ${method} ${path}`);
      return ask<Body>(method, path, body);
    },
  };
}

const RUNS = "/api/v1/technical-validations";

/** The credential that the options name; undefined when they name none, and the sandbox makes one for whoever asks. */
function givenCredential(args: Arguments, lang: Lang): SellerCredential | undefined {
  if (args.options["client-id"] === undefined && args.options["access-token"] === undefined) return undefined;
  return { clientId: neededOption(args, "client-id", lang), accessToken: neededOption(args, "access-token", lang) };
}

/** Approves as the marketplace; found before anything is called, so that a missing key is told at once. */
function approver(args: Arguments, lang: Lang): ((id: string) => Promise<CertifiedRun>) | undefined {
  if (!args.switches.has("approve")) return undefined;
  const instance = findInstance(args, lang);
  return async (id) => {
    const path = `/operator/v1/technical-validations/${id}/decision`;
    return (await instance.ask<CertifiedRun>("POST", path, { decision: "approved" })).body!;
  };
}

function keepReport(args: Arguments, jws: string, { lang, out }: Terminal): void {
  const { report } = args.options;
  if (report !== undefined) writeFileSync(report, `${jws}\n`);
  if (wantsJson(args)) return;
  if (report === undefined) out.write(`${jws}\n`);
  else {
    out.write(`${lang === "en" ? "report" : "relatório"}: ${report}\n`);
  }
}
