import type { TemplateAttribute, TypeRules } from "../../src/reference/index.ts";
import type { Chance } from "./chance.ts";
import type { Line } from "./lines.ts";
import type { Style } from "./styles.ts";

export interface Attribute {
  readonly name: string;
  readonly values: readonly string[];
}

/** What the attributes of one product depend on. */
export interface Facts {
  readonly size: string;
  /** Height, width and depth in centimetres. */
  readonly box: readonly [number, number, number];
  /** Kilograms. */
  readonly weight: number;
}

/** Attributes of a family: chosen once, filled in for each of its products. */
export type Filler = (facts: Facts) => readonly Attribute[];

/** Chooses a family's attributes: every required one and one to three of the optional ones that fit any product. */
export function attributesOf(rules: TypeRules, line: Line, style: Style, chance: Chance): Filler {
  const fits = { ...style.fits, ...line.fits };
  const wanted = rules.template.attributes.filter(({ required }) => required);
  const optional = rules.template.attributes.filter(({ required, name }) => !required && OPTIONAL.has(name));
  const chosen = [...wanted, ...chance.some(optional, chance.whole(1, 3))].map((attribute) => ({
    attribute,
    values: attribute.values.length === 0 ? [] : choose(attribute, fits[attribute.name], rules, chance),
  }));
  const materials = chosen.find(({ attribute }) => attribute.name === "Material")?.values ?? ["Poliéster"];
  return (facts) =>
    chosen.map(({ attribute: { name }, values }) => ({
      name,
      values: name === AGES ? [ageOf(facts.size, rules.chart.name)] : values.length > 0 ? values : [freeText(name, facts, materials)],
    }));
}

const AGES = "Faixa etária";
/** Optional attributes of which any value, or the text written here, fits any product. */
const OPTIONAL = new Set([
  "Composição", "Instruções de lavagem", "Origem", "Garantia", "Dimensões", "Peso do produto", "Nível do praticante", "Conteúdo da embalagem",
  "Modo de consumo", "Modo de uso", "Testado em animais", "Vegano", "Palmilha", "Modelagem", "Antialérgico", "Validade após aberto", "Objetivo",
]);

/** Values the department or the type itself names, else those that make sense, else any; two at most where several may be given. */
function choose({ values, typeSelection }: TemplateAttribute, fits: readonly string[] | undefined, rules: TypeRules, chance: Chance): readonly string[] {
  const all = values.map(({ value }) => value);
  const sensible = fits?.filter((value) => all.includes(value)) ?? [];
  const from = [sensible, named(all, rules.department.name), named(all, withoutFirstWord(rules.type.name)), all].find((some) => some.length > 0)!;
  return chance.some(from, typeSelection === "MULTIPLE" && chance.happens(0.4) ? 2 : 1);
}

const named = (values: readonly string[], text: string) => values.filter((value) => text.includes(value));
/** A "Tênis de Corrida" is for running, not for tennis. */
const withoutFirstWord = (name: string) => name.split(" ").slice(1).join(" ");

/** The age a size is for: clothes are numbered in years, shoes in points. */
function ageOf(size: string, chart: string): string {
  const number = Number.parseInt(size, 10);
  const years = chart.startsWith("Infantil") ? number : (number - 18) / 1.9;
  return years <= 2 ? "0 a 2 anos" : years <= 5 ? "3 a 5 anos" : years <= 9 ? "6 a 9 anos" : "10 a 14 anos";
}

const decimal = (value: number) => String(value).replace(".", ",");
const centimetres = (box: Facts["box"]) => `${box.map(decimal).join(" x ")} cm`;

/** What every template's free attributes say, by their name. */
const FREE_TEXTS: Readonly<Record<string, (facts: Facts, materials: readonly string[]) => string>> = {
  Composição: (_, materials) => (materials.length === 1 ? `100% ${materials[0]!.toLowerCase()}` : `60% ${materials[0]!.toLowerCase()} e 40% ${materials[1]!.toLowerCase()}`),
  "Instruções de lavagem": () => "Lavar em água fria, secar à sombra, não usar alvejante",
  Dimensões: ({ box }) => centimetres(box),
  "Peso do produto": ({ weight }) => `${decimal(weight)} kg o par`,
  "Conteúdo da embalagem": () => "1 unidade e manual",
  "Peso líquido": ({ size }) => size,
  "Volume líquido": ({ size }) => size,
  "Quantidade de cápsulas": ({ size }) => size,
  Porção: () => "30 g",
  Ingredientes: () => "Conforme a tabela impressa na embalagem",
  "Modo de consumo": () => "Uma porção por dia, ou conforme orientação profissional",
  "Modo de uso": () => "Aplicar sobre a pele limpa e seca",
};

function freeText(name: string, facts: Facts, materials: readonly string[]): string {
  const text = FREE_TEXTS[name];
  if (!text) throw new Error(`the attribute "${name}" has free content and no text here`);
  return text(facts, materials);
}
