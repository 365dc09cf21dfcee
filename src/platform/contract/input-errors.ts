import { errorCatalogue, type ErrorRow, type ErrorType, type LocalizedText } from "./errors.ts";

/** Failures of one value of a body, or of one parameter. */
const VALUE_TEXTS = {
  required: {
    "pt-BR": "{pointer}: obrigatório e ausente; envie {wanted}.",
    en: "{pointer}: required and missing; send {wanted}.",
  },
  wrong_type: {
    "pt-BR": "{pointer}: recebido {received} ({type}); envie {wanted}.",
    en: "{pointer}: received {received} ({type}); send {wanted}.",
  },
  too_short: {
    "pt-BR": "{pointer}: tem {length} caracteres; o mínimo é {allowed}.",
    en: "{pointer}: has {length} characters; the minimum is {allowed}.",
  },
  too_long: {
    "pt-BR": "{pointer}: tem {length} caracteres; o máximo é {allowed}. Encurte o texto.",
    en: "{pointer}: has {length} characters; the maximum is {allowed}. Shorten the text.",
  },
  pattern: {
    "pt-BR": "{pointer}: {received} não segue o formato aceito, {allowed}.",
    en: "{pointer}: {received} does not follow the accepted format, {allowed}.",
  },
  not_allowed: {
    "pt-BR": "{pointer}: {received} não é aceito; use um destes: {allowed}.",
    en: "{pointer}: {received} is not accepted; use one of these: {allowed}.",
  },
  not_above: {
    "pt-BR": "{pointer}: recebido {received}; envie um número maior que {limit}.",
    en: "{pointer}: received {received}; send a number greater than {limit}.",
  },
  below_minimum: {
    "pt-BR": "{pointer}: recebido {received}; o mínimo é {allowed}.",
    en: "{pointer}: received {received}; the minimum is {allowed}.",
  },
  over_maximum: {
    "pt-BR": "{pointer}: recebido {received}; o máximo é {allowed}.",
    en: "{pointer}: received {received}; the maximum is {allowed}.",
  },
  decimal_comma: {
    "pt-BR": "{pointer}: {received} usa vírgula decimal; envie {fixed}.",
    en: "{pointer}: {received} has a decimal comma; send {fixed}.",
  },
  too_many_decimals: {
    "pt-BR": "{pointer}: {received} tem {decimals} casas decimais; o máximo é {allowed}.",
    en: "{pointer}: {received} has {decimals} decimal places; the maximum is {allowed}.",
  },
  number_not_exact: {
    "pt-BR": "{pointer}: {received} não pode ser guardado sem arredondar; envie até 15 algarismos significativos.",
    en: "{pointer}: {received} cannot be kept without rounding; send at most 15 significant digits.",
  },
  too_few_items: {
    "pt-BR": "{pointer}: tem {count} itens; o mínimo é {allowed}.",
    en: "{pointer}: has {count} items; the minimum is {allowed}.",
  },
  too_many_items: {
    "pt-BR": "{pointer}: tem {count} itens; o máximo é {allowed}.",
    en: "{pointer}: has {count} items; the maximum is {allowed}.",
  },
  repeated_item: {
    "pt-BR": "{pointer}: {received} repete o item {first} da lista; remova um dos dois.",
    en: "{pointer}: {received} repeats item {first} of the list; remove one of them.",
  },
  wrong_date: {
    "pt-BR": "{pointer}: {received} não é uma data ISO 8601 existente; envie, por exemplo, 2026-11-20T09:52:48-03:00.",
    en: "{pointer}: {received} is no existing ISO 8601 date; send, for example, 2026-11-20T09:52:48-03:00.",
  },
  more_failures: {
    "pt-BR": "Há mais {count} problemas do que estes; corrija os listados e reenvie para ver o restante.",
    en: "There are {count} problems beyond these; mend the listed ones and send again to see the rest.",
  },
} as const satisfies Readonly<Record<string, LocalizedText>>;

/** Failures that `parseJson` finds in the text of a body (reliability T32). */
const JSON_TEXTS = {
  body_not_utf8: {
    "pt-BR": "O corpo não é UTF-8 válido: há um byte inválido na linha {line}, coluna {column}. Envie o JSON codificado em UTF-8.",
    en: "The body is not valid UTF-8: there is an invalid byte at line {line}, column {column}. Send the JSON encoded in UTF-8.",
  },
  json_value_expected: {
    "pt-BR":
      "JSON inválido na linha {line}, coluna {column}: esperado um valor (texto entre aspas duplas, número, true, false, null, objeto ou lista), encontrado {received}.",
    en: "Invalid JSON at line {line}, column {column}: expected a value (text in double quotes, number, true, false, null, object or list), found {received}.",
  },
  json_character_expected: {
    "pt-BR": "JSON inválido na linha {line}, coluna {column}: esperado {allowed}, encontrado {received}.",
    en: "Invalid JSON at line {line}, column {column}: expected {allowed}, found {received}.",
  },
  json_ends_early: {
    "pt-BR":
      "O JSON acaba antes da hora, na linha {line}, coluna {column}; feche aspas, colchetes e chaves, e confira se o corpo foi enviado inteiro.",
    en: "The JSON ends too early, at line {line}, column {column}; close quotes, brackets and braces, and check that the whole body was sent.",
  },
  json_text_after_end: {
    "pt-BR": "JSON inválido na linha {line}, coluna {column}: há {received} depois do fim do documento; envie um só valor JSON.",
    en: "Invalid JSON at line {line}, column {column}: there is {received} after the end of the document; send one JSON value only.",
  },
  json_bad_escape: {
    "pt-BR":
      "JSON inválido na linha {line}, coluna {column}: a sequência {received} não existe em JSON; uma barra invertida se escreve \\\\.",
    en: "Invalid JSON at line {line}, column {column}: the escape {received} does not exist in JSON; a backslash is written \\\\.",
  },
  json_control_character: {
    "pt-BR":
      "JSON inválido na linha {line}, coluna {column}: há um caractere de controle dentro de um texto; escreva-o como {allowed} ou remova-o.",
    en: "Invalid JSON at line {line}, column {column}: there is a control character inside a text; write it as {allowed} or remove it.",
  },
  json_too_deep: {
    "pt-BR": "O JSON tem objetos e listas aninhados além de {allowed} níveis, na linha {line}, coluna {column}.",
    en: "The JSON nests objects and lists deeper than {allowed} levels, at line {line}, column {column}.",
  },
  duplicate_key: {
    "pt-BR": "{pointer}: a chave aparece duas vezes no mesmo objeto (linha {line}, coluna {column}); envie-a uma só vez.",
    en: "{pointer}: the key appears twice in one object (line {line}, column {column}); send it once.",
  },
  forbidden_key: {
    "pt-BR": "{pointer}: a chave {received} não é aceita (linha {line}, coluna {column}); remova-a.",
    en: "{pointer}: the key {received} is not accepted (line {line}, column {column}); remove it.",
  },
  refused_character: {
    "pt-BR": "{pointer}: o texto tem {received}, que não é um caractere (linha {line}, coluna {column}); remova-o.",
    en: "{pointer}: the text has {received}, which is no character (line {line}, column {column}); remove it.",
  },
} as const satisfies Readonly<Record<string, LocalizedText>>;

/** The name of each parameter location in messages. */
export const PARAMETER_PLACES = {
  path: { "pt-BR": "parâmetro do endereço", en: "path parameter" },
  query: { "pt-BR": "parâmetro de consulta", en: "query parameter" },
  header: { "pt-BR": "cabeçalho", en: "header" },
} as const satisfies Readonly<Record<string, LocalizedText>>;

const REQUIRED: LocalizedText = {
  "pt-BR": "{pointer}: {place} obrigatório, que não foi enviado; envie {wanted}.",
  en: "{pointer}: required {place}, which was not sent; send {wanted}.",
};

const REPEATED: LocalizedText = {
  "pt-BR": "{pointer}: o parâmetro aparece mais de uma vez, com {received}; envie-o uma só vez.",
  en: "{pointer}: the parameter appears more than once, with {received}; send it once.",
};

const CONTROL_CHARACTER: LocalizedText = {
  "pt-BR": "{pointer}: o parâmetro contém um caractere de controle; remova-o.",
  en: "{pointer}: the parameter contains a control character; remove it.",
};

export type ValueCode = keyof typeof VALUE_TEXTS;

const row = (type: ErrorType, text: LocalizedText): ErrorRow => ({ status: 400, type, text });
const rows = <Code extends string>(type: ErrorType, texts: Readonly<Record<Code, LocalizedText>>) =>
  Object.fromEntries(Object.entries<LocalizedText>(texts).map(([code, text]) => [code, row(type, text)])) as Readonly<
    Record<Code, ErrorRow>
  >;

/** Refusals of a body because of its values or its JSON syntax. */
export const bodyErrors = errorCatalogue<ValueCode | keyof typeof JSON_TEXTS>({
  ...rows("Bad_Request_Error", VALUE_TEXTS),
  ...rows("Bad_Request_Error", JSON_TEXTS),
});

/**
 * Refusals of a path, query or header parameter. Their codes are `parameter_<code>`, and their type is Parameter_Error. Their messages are
 * those of bodies, except for `required`, `repeated` and `control_character`.
 */
export const parameterErrors = errorCatalogue<`parameter_${ValueCode | "repeated" | "control_character"}`>({
  ...(Object.fromEntries(
    Object.entries<LocalizedText>(VALUE_TEXTS).map(([code, text]) => [`parameter_${code}`, row("Parameter_Error", text)]),
  ) as Readonly<Record<`parameter_${ValueCode}`, ErrorRow>>),
  parameter_required: row("Parameter_Error", REQUIRED),
  parameter_repeated: row("Parameter_Error", REPEATED),
  parameter_control_character: row("Parameter_Error", CONTROL_CHARACTER),
});

const PERIOD_REVERSED: LocalizedText = {
  "pt-BR":
    "{pointer}: o período termina antes de começar: {from} foi entendido como {start}, e {until} como {end}; troque-os, ou escreva o fuso de cada um (sem fuso, vale o horário de São Paulo).",
  en: "{pointer}: the period ends before it begins: {from} was understood as {start}, and {until} as {end}; swap them, or write the zone of each (without one, São Paulo time is meant).",
};

/** Refusals of two parameters that contradict each other. */
export const periodErrors = errorCatalogue({ period_reversed: row("Parameter_Error", PERIOD_REVERSED) });
