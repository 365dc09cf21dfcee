import type { SearchFilters } from "../product-queries.ts";

/** The statuses of the tabs, as the API spells them, by their word in the address. */
export const STATUS_TABS = {
  recebidos: "Recebido",
  criticados: "Criticado",
  "em-catalogacao": "Em catalogação",
  aprovados: "Aprovado",
} as const;
/** The word of a status tab in the address. */
export type StatusTab = keyof typeof STATUS_TABS;
/** The words of all status tabs. */
export const STATUS_TAB_NAMES = Object.keys(STATUS_TABS) as readonly StatusTab[];

/** What the address of the list says. `item` is the product that was opened last: "back" leads to it. */
export interface ListSearch {
  readonly situacao?: StatusTab | undefined;
  readonly texto?: string | undefined;
  readonly marca?: string | undefined;
  readonly departamento?: string | undefined;
  readonly critica?: string | undefined;
  readonly visao?: "familias" | undefined;
  readonly item?: string | undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "number" ? String(value) : typeof value === "string" && value !== "" ? value : undefined;

/** Reads an address; what it does not understand is left out. */
export const readListSearch = (search: Readonly<Record<string, unknown>>): ListSearch => ({
  situacao: STATUS_TAB_NAMES.find((name) => name === search["situacao"]),
  texto: textOf(search["texto"]),
  marca: textOf(search["marca"]),
  departamento: textOf(search["departamento"]),
  critica: textOf(search["critica"]),
  visao: search["visao"] === "familias" ? "familias" : undefined,
  item: textOf(search["item"]),
});

/** The filters of the operation that an address asks for. */
export const filtersOf = ({ situacao, texto, marca, departamento, critica, visao }: ListSearch): SearchFilters => ({
  order: visao === "familias" ? "family" : "newest",
  ...(situacao === undefined ? {} : { status: STATUS_TABS[situacao] }),
  ...(texto === undefined ? {} : { text: texto }),
  ...(marca === undefined ? {} : { brand: marca }),
  ...(departamento === undefined ? {} : { department: departamento }),
  ...(critica === undefined ? {} : { critique: critica }),
});
