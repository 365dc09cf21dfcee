import { describe, expect, it } from "vitest";
import {
  CANCELLATION_REASONS,
  cancellationReason,
  type CancellationInput,
  readCancellationReason,
} from "../../src/orders/cancellation-reasons.ts";

const read = (sent: CancellationInput) => {
  const reading = readCancellationReason(sent);
  return "failure" in reading ? `${reading.failure.code} ${reading.failure.pointer}` : reading.reason.code;
};

describe("cancellation reasons (decisions 5, domain 5)", () => {
  it("are ten, by code, of which five may be a penalty", () => {
    expect(CANCELLATION_REASONS.map(({ code }) => code)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(CANCELLATION_REASONS.filter(({ canBePenalty }) => canBePenalty).map(({ code }) => code)).toEqual([1, 2, 3, 4, 10]);
  });
  it("are found by code as number or text and by description in both languages", () => {
    for (const { code, description } of CANCELLATION_REASONS) {
      for (const value of [code, String(code), ` ${code} `, description["pt-BR"], description.en, description["pt-BR"].toUpperCase()]) {
        expect(read({ reasonCancellationCode: value }), String(value)).toBe(code);
        expect(read({ cancellationReason: value }), String(value)).toBe(code);
      }
    }
    expect(read({ cancellationReason: "erro de preco  ou cadastro" })).toBe(2);
  });
  it("are told by the code's field when both came", () => {
    expect(read({ reasonCancellationCode: "5", cancellationReason: "Produto sem estoque" })).toBe(5);
    expect(read({ reasonCancellationCode: "5", cancellationReason: "o cliente ligou" })).toBe(5);
    expect(read({ reasonCancellationCode: "50", cancellationReason: "1" })).toBe("cancellation_reason_unknown /reasonCancellationCode");
  });
  it.each<[CancellationInput, string]>([
    [{}, "cancellation_reason_missing /reasonCancellationCode"],
    [{ reasonCancellationCode: " ", cancellationReason: "" }, "cancellation_reason_missing /reasonCancellationCode"],
    [{ reasonCancellationCode: 0 }, "cancellation_reason_unknown /reasonCancellationCode"],
    [{ reasonCancellationCode: "01" }, "cancellation_reason_unknown /reasonCancellationCode"],
    [{ cancellationReason: "não quero" }, "cancellation_reason_unknown /cancellationReason"],
  ])("%j is refused", (sent, refusal) => expect(read(sent)).toBe(refusal));
  it("are suggested when one is nearly there", () => {
    const reading = readCancellationReason({ cancellationReason: "Produto sem estoqe" });
    expect("failure" in reading && reading.failure).toMatchObject({
      suggestions: ["Produto sem estoque"],
      allowed: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    });
  });
  it("are read back by the code that was stored", () => {
    expect(cancellationReason(9).description["pt-BR"]).toBe("Pedido duplicado");
    expect(() => cancellationReason(11)).toThrow("no cancellation reason 11");
  });
});
