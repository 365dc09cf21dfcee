import { resolve } from "node:path";
import { createOperatorApi, type OperatorApi } from "../client/operator-api.ts";
import { NoAnswer } from "../client/http-client.ts";
import { environmentVariable, SETTINGS } from "../config.ts";
import { formatTexts, type Lang, type LocalizedText } from "../platform/contract/index.ts";
import { readInstanceFile, type InstanceFile } from "./instance-file.ts";
import { integerOption, MAX_INT32, requiredOption, urlOption } from "./option-values.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { UsageError } from "./usage-error.ts";

/** A running marketplace: its operator API, its data folder and its first seller. */
export interface Instance extends OperatorApi {
  /** Where people open the portals. */
  readonly portalUrl: string;
  /** Folder for files that belong to this instance. It may not exist yet. */
  readonly dataDir: string;
  /** The seller that a sandbox starts with; undefined in production, or if `--url` is given. */
  readonly defaultSellerId: number | undefined;
}

const TEXTS = {
  noInstance: {
    "pt-BR": "nenhuma instância em {where} (não há instance.json); ela está no ar? inicie com bin/start, ou indique --data ou --url",
    en: "no instance in {where} (there is no instance.json); is it running? start it with bin/start, or give --data or --url",
  },
  noKey: {
    "pt-BR": "com --url, ponha a chave de operador na variável VITRINE_OPERATOR_KEY",
    en: "with --url, put the operator key into the variable VITRINE_OPERATOR_KEY",
  },
} as const satisfies Record<string, LocalizedText>;

/**
 * Finds the instance of `--url` or `--data`; without them, the one in the folder of DATA_DIR or in the default data folder. Throws `NoAnswer` if the
 * folder has no instance file.
 */
export function findInstance(args: ParsedArguments, lang: Lang): Instance {
  const dataDir = resolve(
    args.options["data"] ?? environmentVariable(SETTINGS.dataDir.environmentVariable) ?? SETTINGS.dataDir.fallback("sandbox"),
  );
  const {
    url,
    portalUrl = url,
    operatorKey,
    seller,
  } = args.options["url"] === undefined ? localInstance(dataDir) : remoteInstance(args, lang);
  return { ...createOperatorApi(url, operatorKey, lang), portalUrl, dataDir, defaultSellerId: seller?.sellerId };
}

function localInstance(dataDir: string): InstanceFile {
  const file = readInstanceFile(dataDir);
  if (!file) throw new NoAnswer(formatTexts(TEXTS.noInstance, { where: dataDir }));
  return file;
}

function remoteInstance(args: ParsedArguments, lang: Lang): Pick<InstanceFile, "url" | "portalUrl" | "operatorKey" | "seller"> {
  const operatorKey = environmentVariable("VITRINE_OPERATOR_KEY");
  if (operatorKey === undefined) throw new UsageError(TEXTS.noKey[lang]);
  return { url: urlOption(args, "url", "", lang), operatorKey };
}

/** The seller of `--seller`, or the seller that the sandbox starts with. Throws `UsageError` if there is neither. */
export function sellerOrDefault(args: ParsedArguments, { defaultSellerId }: Pick<Instance, "defaultSellerId">, lang: Lang): number {
  if (defaultSellerId === undefined) requiredOption(args, "seller", lang);
  return integerOption(args, "seller", { min: 1, max: MAX_INT32, fallback: defaultSellerId! }, lang);
}
