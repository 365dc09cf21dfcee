import type { ReferenceSnapshot, TemplateAttribute, TypeRules } from "../../reference/index.ts";
import { fieldNamed } from "./column-names.ts";
import { FIELDS, type Field, KEY_POINTERS } from "./fields.ts";

/** A column of a template: what it is called, and what is written below it. */
export interface TemplateColumn {
  readonly name: string;
  readonly pointer: string;
  readonly isRequired: boolean;
  /** What goes into it, as a Portuguese sentence: templates are for sellers. */
  readonly help: string;
  /** The registered values, when there is a list of them. */
  readonly values: readonly string[];
  /** A value that fits. */
  readonly example: string;
}

/** Joins several values in one cell. */
const SEPARATOR_HELP = "Separe vários valores com |.";
/**
 * The columns of the template of a product type: the fields of a product in the order in which people fill them in, then the attributes of the
 * type. Every name is one that the header of a file is recognized by.
 */
export function templateColumns(rules: TypeRules, reference: ReferenceSnapshot): readonly TemplateColumn[] {
  const unused = rules.type.distinguishedBy === "color" ? "/flavor" : "/color";
  const fields = FIELDS.filter(({ pointer, at }) => at.product !== undefined && pointer !== unused);
  return [...fields.map((field) => fieldColumn(field, rules, reference)), ...rules.template.attributes.map(attributeColumn)];
}

const NEEDED_TO_CREATE: ReadonlySet<string> = new Set(["/price/listPrice", "/price/salePrice", "/stock/available"]);

function fieldColumn({ pointer, name, required }: Field, rules: TypeRules, reference: ReferenceSnapshot): TemplateColumn {
  const { type, department } = rules;
  const isRequired = required.includes("product") || NEEDED_TO_CREATE.has(pointer) || pointer === `/${type.distinguishedBy}`;
  const { help, values = [], example = "" } = HELP[pointer]?.(rules, reference) ?? IMAGE_HELP;
  const printed = pointer === "/department" ? department.name : pointer === "/productType" ? type.name : undefined;
  return { name, pointer, isRequired, help, values: printed === undefined ? values : [printed], example: printed ?? example };
}

interface Help {
  readonly help: string;
  readonly values?: readonly string[];
  readonly example?: string;
}

const IMAGE_HELP: Help = { help: "Endereço http ou https de um .jpg, de 400x400 a 1200x1200 px, até 5 MB.", example: "" };
const CANDIDATE: readonly string[] = ["sim", "não"];
const GENDERS: readonly string[] = ["Homem", "Mulher", "Unissex"];

/** What goes into each field, by its pointer. */
const HELP: Readonly<Record<string, (rules: TypeRules, reference: ReferenceSnapshot) => Help>> = {
  [KEY_POINTERS.sku]: () => ({
    help: "Seu código do produto; nunca muda. Letras sem acento, algarismos, ponto, hífen e sublinhado.",
    example: "CAM-BRISA-P",
  }),
  "/productGroup": () => ({ help: "O mesmo em todas as variações de cor e tamanho de um modelo.", example: "CAM-BRISA" }),
  "/department": () => ({ help: "O mesmo em todas as linhas." }),
  "/productType": () => ({ help: "O mesmo em todas as linhas; outro tipo tem outro modelo." }),
  "/brand": (_, { data }) => ({
    help: "Uma marca registrada, com a mesma grafia.",
    values: data.brands.map(({ name }) => name),
    example: data.brands[0]?.name ?? "",
  }),
  "/name": ({ type }, { data }) => ({
    help: "Tipo + marca + modelo + característica + gênero; até 100 caracteres; infantis terminam com Infantil.",
    example: `${type.name} ${data.brands[0]?.name ?? ""} Brisa Respirável Unissex`,
  }),
  "/description": () => ({ help: "Texto simples, até 3000 caracteres, sem HTML.", example: "Leve e confortável, para o dia a dia." }),
  "/color": (_, { data }) => ({
    help: "Até 3 cores registradas, unidas por +.",
    values: data.colors.map(({ name }) => name),
    example: data.colors[0]?.name ?? "",
  }),
  "/flavor": (_, { data }) => ({
    help: "Até 3 sabores registrados, unidos por +.",
    values: data.flavors.map(({ name }) => name),
    example: data.flavors[0]?.name ?? "",
  }),
  "/gender": () => ({ help: "Para quem é; maiúsculas e minúsculas contam.", values: GENDERS, example: "Unissex" }),
  "/size": ({ chart }) => ({ help: `Um tamanho da grade ${chart.name}.`, values: chart.sizes, example: chart.sizes[0] ?? "" }),
  "/manufacturerCode": () => ({ help: "Código do fabricante; opcional.", example: "0012-AB" }),
  "/eanIsbn": () => ({ help: "GTIN ou ISBN; opcional. Formate a coluna como texto, para não perder zeros.", example: "7891234567895" }),
  "/height": () => ({ help: "Em centímetros, até 3 casas decimais.", example: "12,5" }),
  "/width": () => ({ help: "Em centímetros, até 3 casas decimais.", example: "20" }),
  "/depth": () => ({ help: "Em centímetros, até 3 casas decimais.", example: "32" }),
  "/weight": ({ type }) => ({
    help: `Em quilogramas, até 3 casas decimais; no máximo ${String(type.weightMaxKg).replace(".", ",")}.`,
    example: "0,75",
  }),
  "/video": () => ({ help: "Endereço de um vídeo; opcional." }),
  "/fulfillment/candidate": () => ({ help: "Candidata o produto ao fulfillment; opcional.", values: CANDIDATE, example: "não" }),
  "/price/listPrice": () => ({ help: "Preço cheio, em reais. Obrigatório na criação.", example: "299,90" }),
  "/price/salePrice": () => ({ help: "Preço de venda, em reais; no máximo igual ao Preço de. Obrigatório na criação.", example: "249,90" }),
  "/stock/available": () => ({ help: "Quantidade física, sem descontar reservas. Obrigatório na criação.", example: "25" }),
};

/** An attribute whose name is also that of a field is written with a prefix, so that its column is not taken for the field's. */
function attributeColumn({ name, required, typeSelection, values }: TemplateAttribute): TemplateColumn {
  const listed = values.map(({ value }) => value);
  const free = listed.length === 0 ? "Texto livre." : "Um valor da lista.";
  return {
    name: fieldNamed(name) ? `Atributo: ${name}` : name,
    pointer: `/attributes/${name}`,
    isRequired: required,
    help: typeSelection === "MULTIPLE" ? `Valores da lista. ${SEPARATOR_HELP}` : free,
    values: listed,
    example: listed[0] ?? "",
  };
}
