import { resolve } from "node:path";
import { environmentVariable, SETTINGS } from "../config.ts";
import { formatTexts, type Lang, type LocalizedText } from "../platform/contract/errors.ts";
import { UsageFault, type Arguments } from "./arguments.ts";
import { call, Declined, Silence, type CallOptions, type Reply } from "./http-client.ts";
import { readInstanceFile, type InstanceFile } from "./instance-file.ts";
import { addressOption, LARGEST_WHOLE, neededOption, wholeOption } from "./usage.ts";

/** A running marketplace and the operator API of it. */
export interface Instance {
  /** Base URL without a slash at its end. */
  readonly url: string;
  /** Where the command line keeps what belongs to an instance; need not exist. */
  readonly dataDir: string;
  /** The seller a sandbox starts with; undefined when the instance is known by its address alone. */
  readonly readySellerId: number | undefined;
  /** Asks the operator API; answers its 2xx, throws what it says when it declines. */
  ask<Body>(method: string, path: string, body?: unknown): Promise<Reply<Body>>;
  /** Calls the operator API, whatever it answers; `body` is JSON text. */
  send(method: string, path: string, more?: Partial<Omit<CallOptions, "method">>): Promise<Reply>;
}

const TEXTS = {
  none: {
    "pt-BR": "nenhuma instância em {where} (não há instance.json); ela está no ar? inicie com bin/start, ou indique --data ou --url",
    en: "no instance in {where} (there is no instance.json); is it running? start it with bin/start, or give --data or --url",
  },
  keyless: {
    "pt-BR": "com --url, ponha a chave de operador na variável VITRINE_OPERATOR_KEY",
    en: "with --url, put the operator key into the variable VITRINE_OPERATOR_KEY",
  },
  silent: {
    "pt-BR": "{where} não responde ({reason}); a instância está no ar? inicie com bin/start",
    en: "{where} does not answer ({reason}); is the instance running? start it with bin/start",
  },
} as const satisfies Record<string, LocalizedText>;

/** Finds the instance that `--url` or `--data` names, `.vitrine` when neither is given; throws when there is none. */
export function findInstance(args: Arguments, lang: Lang): Instance {
  const dataDir = resolve(
    args.options["data"] ?? environmentVariable(SETTINGS.dataDir.environmentVariable) ?? SETTINGS.dataDir.fallback("sandbox"),
  );
  const { url, operatorKey, seller } = args.options["url"] === undefined ? localInstance(dataDir) : remoteInstance(args, lang);
  const headers = { authorization: `Bearer ${operatorKey}`, "accept-language": lang };
  return {
    url,
    dataDir,
    readySellerId: seller?.sellerId,
    send: (method, path, more = {}) => call(url + path, { ...more, method, headers: { ...headers, ...more.headers } }),
    async ask<Body>(method: string, path: string, body?: unknown) {
      try {
        const reply = await call<Body>(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
        if (reply.status >= 400) throw new Declined(reply);
        return reply;
      } catch (error) {
        throw error instanceof Silence
          ? new Silence(formatTexts(TEXTS.silent, { where: url, reason: error.texts }), { cause: error })
          : error;
      }
    },
  };
}

function localInstance(dataDir: string) {
  const file = readInstanceFile(dataDir);
  if (!file) throw new Silence(formatTexts(TEXTS.none, { where: dataDir }));
  return file;
}

function remoteInstance(args: Arguments, lang: Lang): Pick<InstanceFile, "url" | "operatorKey" | "seller"> {
  const operatorKey = environmentVariable("VITRINE_OPERATOR_KEY");
  if (operatorKey === undefined) throw new UsageFault(TEXTS.keyless[lang]);
  return { url: addressOption(args, "url", "", lang), operatorKey };
}

/** The seller that `--seller` names, else the one the sandbox starts with; throws a usage fault when there is neither. */
export function sellerOrReady(args: Arguments, { readySellerId }: Pick<Instance, "readySellerId">, lang: Lang): number {
  if (readySellerId === undefined) neededOption(args, "seller", lang);
  return wholeOption(args, "seller", { least: 1, most: LARGEST_WHOLE, otherwise: readySellerId! }, lang);
}

/** Items asked for at once. */
const PAGE_SIZE = 100;

interface Page<Item> {
  readonly items: readonly Item[];
  readonly totalPages: number;
}

/** Every item of a paged list of the operator API, page after page. */
export async function everyItem<Item>(instance: Instance, path: string): Promise<readonly Item[]> {
  const joint = path.includes("?") ? "&" : "?";
  const items: Item[] = [];
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const { body } = await instance.ask<Page<Item>>("GET", `${path}${joint}page=${page}&size=${PAGE_SIZE}`);
    items.push(...(body?.items ?? []));
    pages = body?.totalPages ?? 0;
  }
  return items;
}
