import { call, RequestRefused } from "../../client/http-client.ts";
import { createSellerApi, type SellerApi, type SellerCredential } from "../../client/seller-api.ts";
import { createSellerClient } from "../../client/retrying-client.ts";
import type { Terminal } from "../../command-line/command.ts";
import { createProgressLine, type ProgressLine } from "../../command-line/progress-line.ts";
import { randomDigits } from "../../platform/basics/index.ts";
import { formatMessage, type Lang, type LocalizedText } from "../../platform/contract/index.ts";
import { moveOrders, publishFamily } from "./checklist-calls.ts";
import { credentialText, type ValidationRun } from "./report-text.ts";

/** Options of a certification. */
export interface CertificationOptions {
  readonly url: string;
  /** The credential to certify. Undefined = the credential of a new seller, created by the sandbox's self-service. */
  readonly credential: SellerCredential | undefined;
  /** Approves a complete run as the marketplace. Undefined = the operators decide later. */
  readonly approve: ((id: string) => Promise<ValidationRun>) | undefined;
  /** Whether to print the credential of a new seller before the run. */
  readonly printsCredential: boolean;
}

/** The final state of the run, and its signed report. `newCredential` is set if a new seller was created. */
export interface CertificationResult {
  readonly run: ValidationRun;
  readonly newCredential: SellerCredential | undefined;
  /** The report as a JWS. */
  readonly report: string;
}

const RUNS = "/api/v1/technical-validations";

/** Makes all calls of the technical validation (seed 4.4). Throws `RequestRefused` for the first refusal. */
export async function runCertification(options: CertificationOptions, terminal: Terminal): Promise<CertificationResult> {
  const { url, approve, printsCredential } = options;
  const { lang } = terminal;
  const runId = randomDigits(8);
  const newCredential = options.credential ? undefined : await createSandboxSeller(url, `Certificação ${runId}`, lang);
  if (newCredential && printsCredential) terminal.out.write(credentialText(newCredential, lang));
  const line = createProgressLine(terminal.err, () => performance.now());
  const api = createShownApi(url, options.credential ?? newCredential!, line, terminal);
  const certification = { api, imagesUrl: `${url}/images`, runId };

  const { id } = (await api.request<ValidationRun>("POST", RUNS))!;
  await moveOrders(certification, await publishFamily(certification));
  const run = (await api.request<ValidationRun>("GET", `${RUNS}/${id}`))!;
  line.end();
  const decided = run.complete && approve ? await approve(id) : run;
  // A report can be read only by the application that was validated.
  const { jws } = (await api.request<{ readonly jws: string }>("GET", `${RUNS}/${id}/report`))!;
  return { run: decided, newCredential, report: jws };
}

/** Minimum length of a wait that is shown even if the stream is not a terminal. A terminal shows every wait. */
const LONG_WAIT_MS = 1_000;
const WAITING: LocalizedText = {
  "pt-BR": "respondeu {status}; nova tentativa em {seconds} s",
  en: "answered {status}; next try in {seconds} s",
};

/** The seller API for a credential. Shows the current call on `line`, and waits before they start. */
function createShownApi(url: string, credential: SellerCredential, line: ProgressLine, { lang, err }: Terminal): SellerApi {
  let calls = 0;
  let current = "";
  const onWait = (status: number | undefined, ms: number) => {
    const text = `${current}  ${formatMessage(WAITING[lang], { status: status ?? "-", seconds: Math.ceil(ms / 1_000) })}`;
    if (err.isTTY) line.show(() => text, true);
    else if (ms >= LONG_WAIT_MS) err.write(`${text}\n`);
  };
  const client = createSellerClient({ url, credential, lang, onWait });
  return createSellerApi((method, path, body) => {
    calls += 1;
    current = `${calls}  ${method} ${path}`;
    line.show(() => current);
    return client.send(method, path, body);
  });
}

/** Creates a seller through the sandbox's self-service, and returns its credential. */
async function createSandboxSeller(url: string, name: string, lang: Lang): Promise<SellerCredential> {
  const reply = await call<SellerCredential>(`${url}/api/v1/sandbox/credentials`, {
    method: "POST",
    headers: { "accept-language": lang },
    body: JSON.stringify({ name }),
  });
  if (reply.status >= 400 || reply.body === undefined) throw new RequestRefused(reply);
  return reply.body;
}
