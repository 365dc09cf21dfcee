import { describe, expect, it } from "vitest";
import { fieldAt, fieldNamed, foldName } from "../../../src/bulk/formats/column-names.ts";
import { FIELDS } from "../../../src/bulk/formats/fields.ts";
import { FileProblem } from "../../../src/bulk/formats/file-problem.ts";
import { type HeaderContext, judgeHeader } from "../../../src/bulk/formats/header.ts";
import { readMapping } from "../../../src/bulk/formats/mapping.ts";
import { ROW_OP_NAMES, ROW_OPS } from "../../../src/bulk/row-ops.ts";
import { failureMessage } from "../../../src/platform/contract/index.ts";
import { attributes, CONTEXT } from "./reading.ts";

const judge = (names: readonly string[], context: Partial<HeaderContext> = {}) => judgeHeader(names, { ...CONTEXT, ...context });
const pointersOf = (names: readonly string[], context?: Partial<HeaderContext>) =>
  judge(names, context).columns.map(({ pointer, by }) => pointer ?? by);
function problemsOf(names: readonly string[], context?: Partial<HeaderContext>) {
  try {
    judge(names, context);
  } catch (error) {
    if (error instanceof FileProblem) return error.failures;
    throw error;
  }
  return [];
}

describe("columns are recognized (issue 33)", () => {
  it.each([
    [
      ["sku", "/price/listPrice", "/price/salePrice"],
      ["/sku", "/price/listPrice", "/price/salePrice"],
    ],
    [
      ["SKU", "Preço de", "PRECO POR"],
      ["/sku", "/price/listPrice", "/price/salePrice"],
    ],
    [
      ["Código do produto", "preço cheio (R$)", "Preço de venda*"],
      ["/sku", "/price/listPrice", "/price/salePrice"],
    ],
    [
      ["sku", "/listPrice", "/salePrice"],
      ["/sku", "/price/listPrice", "/price/salePrice"],
    ],
    [
      ["sku", "estoque"],
      ["/sku", "/stock/available"],
    ],
    [
      ["Pedido", "Entrega", "Transportadora", "Rastreio"],
      ["/orderNumber", "/shippingCode", "/carrier", "/trackingNumber"],
    ],
    [
      ["sku", "estoque", "error_code", "error_pointer", "error_message", "suggestion"],
      ["/sku", "/stock/available", ...Array(4).fill("ignored")],
    ],
    [
      ["sku", "estoque", "", " "],
      ["/sku", "/stock/available"],
    ],
  ])("%j", (names, pointers) => expect(pointersOf(names)).toEqual(pointers));

  it("attributes by name, with a prefix where a field has that name too", () => {
    const { columns } = judge(["op", "sku", "Indicado para", "Atributo: Largura", "/attributes/Composição", "Largura"]);
    expect(columns.slice(2)).toEqual([
      { name: "Indicado para", pointer: "/attributes/Indicado para", by: "attribute", isMultiple: true },
      { name: "Atributo: Largura", pointer: "/attributes/Largura", by: "attribute" },
      { name: "/attributes/Composição", pointer: "/attributes/Composição", by: "attribute" },
      { name: "Largura", pointer: "/width", by: "template" },
    ]);
  });

  it("by what the call says before what was kept, and by that before other names", () => {
    const mapping = [{ name: "valor", target: "/price/listPrice" }];
    const kept = [
      { name: "VALOR", target: "/price/salePrice" },
      { name: "preço por", target: "-" },
      { name: "final", target: "/price/salePrice" },
    ];
    expect(judge(["sku", "Valor", "preço por", "Final"], { mapping, kept }).columns.map(({ pointer, by }) => [pointer, by])).toEqual([
      ["/sku", "template"],
      ["/price/listPrice", "mapping"],
      [undefined, "ignored"],
      ["/price/salePrice", "kept"],
    ]);
  });
});

describe("what the rows do", () => {
  it.each([
    [["sku", "preço de", "preço por"], ["price"]],
    [["sku", "estoque"], ["stock"]],
    [
      ["sku", "preço de", "preço por", "estoque"],
      ["price", "stock"],
    ],
    [["op", "sku", "estoque"], []],
    [["pedido", "entrega", "transportadora", "rastreio"], ["order.shipped"]],
  ])("is told by the columns %j", (names, ops) => expect(judge(names).ops).toEqual(ops));

  it("is what the caller says", () => expect(judge(["pedido", "entrega"], { op: "order.delivered" }).ops).toEqual(["order.delivered"]));
  it("is asked for when the columns do not say", () =>
    expect(problemsOf(["pedido", "entrega"])[0]).toMatchObject({ code: "op_unclear", pointer: "query.op" }));
});

describe("a header that cannot be understood is refused at once, with everything that is wrong", () => {
  it("names unknown columns with the nearest one", () => {
    const failures = problemsOf(["sku", "preco promocinal", "estoqe", "xyz"]);
    expect(failures.map(({ code, received, suggestions }) => [code, received, suggestions?.[0]])).toEqual([
      ["column_unknown", "preco promocinal", "Preço por"],
      ["column_unknown", "estoqe", "Estoque"],
      ["column_unknown", "xyz", undefined],
    ]);
    expect(failureMessage(failures[1]!, "pt-BR")).toContain("o nome mais próximo é Estoque");
    expect(failureMessage(failures[2]!, "en")).not.toContain("{");
  });

  it.each([
    [["sku", "estoque", "qtd"], {}, "column_repeated"],
    [["sku", "preço de"], {}, "column_missing"],
    [["estoque"], {}, "column_missing"],
    [["sku", "estoque", "cor"], { op: "stock" }, "column_of_other_op"],
    [["sku", "estoque"], { mapping: [{ name: "saldo atual", target: "/stock/available" }] }, "mapping_column_unknown"],
    [Array.from({ length: 501 }, (_, index) => `c${index}`), {}, "columns_too_many"],
  ] as const)("%j %j: %s", (names, context, code) => {
    const failures = problemsOf(names, context);
    expect(failures.map((failure) => failure.code)).toContain(code);
    for (const failure of failures)
      for (const lang of ["pt-BR", "en"] as const) expect(failureMessage(failure, lang)).not.toMatch(/\{\w+\}|undefined/);
  });
});

describe("?mapping=", () => {
  it.each([
    [
      "valor cheio:/price/listPrice,observação:-",
      [
        ["valor cheio", "/price/listPrice"],
        ["observação", "-"],
      ],
    ],
    ["a\\,b:Estoque", [["a,b", "/stock/available"]]],
    ["uso:Indicado para", [["uso", "/attributes/Indicado para"]]],
    ["9:30:estoque,", [["9:30", "/stock/available"]]],
  ])("reads %j", (text, columns) => expect(readMapping(text, attributes)).toEqual(columns.map(([name, target]) => ({ name, target }))));

  it.each([
    ["valor", "mapping_malformed"],
    ["valor:", "mapping_malformed"],
    ["valor:/price/lisPrice", "mapping_field_unknown"],
    ["valor:preco promocinal", "mapping_field_unknown"],
  ])("refuses %j: %s", (text, code) => {
    const [failure] = readMapping(text, attributes) as unknown as readonly [
      { readonly code: string; readonly suggestions?: readonly string[] },
    ];
    expect(failure).toMatchObject({ code });
    if (code === "mapping_field_unknown") expect(failure.suggestions?.[0]).toMatch(/^\/price\//);
  });
});

interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly "x-unread"?: true;
  readonly required?: readonly string[];
}

/** The pointers of the values in a body's schema. Lists have columns of their own. */
const leavesOf = ({ properties = {} }: Shape, at = ""): readonly string[] =>
  Object.entries(properties).flatMap(([name, shape]) =>
    shape["x-unread"] || shape.type === "array" ? [] : shape.properties ? leavesOf(shape, `${at}/${name}`) : [`${at}/${name}`],
  );

describe("the table of columns", () => {
  it.each(ROW_OP_NAMES)("has every value that %s can be sent", (op) => {
    const sent = leavesOf(ROW_OPS[op].operation.body as Shape).filter((pointer) => pointer !== "/status");
    const known = FIELDS.flatMap(({ at }) => at[op] ?? []);
    expect(sent.filter((pointer) => !known.includes(pointer))).toEqual([]);
  });

  it.each(ROW_OP_NAMES)("has no column that %s does not read", (op) => {
    const keys = ["/sku", "/orderNumber", "/shippingCode"];
    const read = leavesOf(ROW_OPS[op].operation.body as Shape);
    const wrong = FIELDS.flatMap(({ at }) => at[op] ?? []).filter(
      (one) => !read.includes(one) && !keys.includes(one) && !one.startsWith("/images/"),
    );
    expect(wrong).toEqual([]);
  });

  it("needs the columns of fields that a body requires", () => {
    for (const op of ROW_OP_NAMES) {
      const { required = [] } = ROW_OPS[op].operation.body as Shape;
      for (const name of required.filter((one) => one !== "images")) {
        const field = FIELDS.find(({ at }) => at[op] === `/${name}`);
        expect([op, name, field?.required]).toEqual([op, name, expect.arrayContaining([op])]);
      }
    }
  });

  it("gives each name to one column only", () => {
    const names = FIELDS.flatMap(({ name, also, pointer }) => [name, ...also].map((one) => [foldName(one), pointer] as const));
    const twice = names.filter(([name, pointer]) => names.some(([other, at]) => other === name && at !== pointer));
    expect(twice).toEqual([]);
    for (const { name, pointer } of FIELDS) expect([fieldNamed(name)?.pointer, fieldAt(pointer)?.pointer]).toEqual([pointer, pointer]);
  });
});
