import { describe, expect, it } from "vitest";
import { InvoiceDryRunBody } from "../../src/orders/invoice/body.ts";
import { INVOICE_RULES } from "../../src/orders/invoice/rules.ts";
import { type InvoiceCode, invoiceErrors } from "../../src/orders/invoice/errors.ts";
import { generateInvoiceXml } from "../../src/orders/invoice/generate-xml.ts";
import { failureMessage } from "../../src/platform/contract/errors.ts";
import { maskFailure } from "../../src/platform/contract/mask-personal-data.ts";
import { CORPUS } from "./bad-documents.ts";
import type { BadInvoice } from "./invoice-corpus.ts";
import { bodyOf, contextOf, INVOICE, verdictOf } from "./invoices.ts";
import { leastCpuMs } from "../cpu.ts";

const SEVERITIES = new Map<string, string>(INVOICE_RULES.map(({ code, severity }) => [code, severity]));
/** How grave a finding is; one whose rule is gone counts as a warning. */
const severityOf = (code: string) => SEVERITIES.get(code) ?? "warning";

function judge({ invoice: changes = {}, xml = (text) => text, file, body: fields = {}, context = {} }: BadInvoice) {
  const invoice = { ...INVOICE, ...changes };
  const document = xml(generateInvoiceXml(invoice));
  const sent = file ? { danfeXml: undefined, danfeFile: file(document).toString("base64") } : { danfeXml: document };
  const body = bodyOf(invoice, { ...sent, ...fields });
  return verdictOf(body, contextOf(invoice, context));
}

describe("the ladder (domain 1.3, beyond M12)", () => {
  it.each([...CORPUS])("$name", (bad) => {
    const { refused, noted } = judge(bad);
    expect({ refused, noted }).toEqual({ refused: bad.refused ?? [], noted: bad.noted ?? [] });
  });

  it("has a corpus of at least 60 documents in which every code is met", () => {
    expect(new Set(CORPUS.map(({ name }) => name)).size).toBe(CORPUS.length);
    expect(CORPUS.length).toBeGreaterThanOrEqual(60);
    const met = new Set(CORPUS.flatMap(({ refused = [], noted = [] }) => [...refused, ...noted]).map((said) => said.split(" ")[0]));
    expect(INVOICE_RULES.map(({ code }) => code).filter((code) => !met.has(code))).toEqual([]);
  });

  it("has one rung for every code but the one that the database tells", () => {
    expect(INVOICE_RULES.map(({ code }) => code).toSorted()).toEqual(
      invoiceErrors.codes.filter((code) => code !== "access_key_used").toSorted(),
    );
  });

  it("calls grave whatever refuses anywhere, and a warning what may be meant so", () => {
    for (const { code, effect } of INVOICE_RULES)
      if (Object.values(effect).includes("refuse")) expect(severityOf(code), code).toBe("error");
    expect(severityOf("danfe_issuer_branch")).toBe("warning");
    expect(severityOf("danfe_total_differs")).toBe("error");
  });

  it("goes from the first row of the domain's table to the last", () => {
    const steps = INVOICE_RULES.map(({ step }) => step);
    expect(steps).toEqual(steps.toSorted((one, other) => one - other));
    const firsts = Map.groupBy(INVOICE_RULES, ({ step }) => step)
      .entries()
      .map(([step, rungs]) => `${step} ${rungs[0]!.code}`);
    expect([...firsts]).toEqual([
      "1 invoice_issue_date_in_future",
      "2 access_key_length",
      "3 danfe_too_large",
      "4 danfe_key_differs",
      "5 danfe_not_authorized",
      "6 danfe_issuer_differs",
      "7 danfe_not_a_sale",
      "9 danfe_unsigned",
    ]);
  });

  it("is about fields of the request, refuses now or notes for later", () => {
    for (const { code, pointer, effect } of INVOICE_RULES) {
      expect(Object.keys(InvoiceDryRunBody.properties), code).toContain(pointer.slice(1));
      for (const each of Object.values(effect)) expect(["refuse", "note"], code).toContain(each);
    }
  });

  it("says what is wrong in sentences without gaps, in both languages", () => {
    for (const bad of CORPUS) {
      const { failures, verdict } = judge(bad);
      const noted = [...verdict.errors, ...verdict.validationErrors].map(({ code, ...facts }) =>
        invoiceErrors.failure(code as InvoiceCode, facts),
      );
      for (const failure of [...failures, ...noted])
        for (const lang of ["pt-BR", "en"] as const)
          expect(failureMessage(failure, lang), bad.name).not.toMatch(/\{\w+\}|\bundefined\b(?! entity)|\bNaN\b/);
    }
  });

  it("never keeps the customer's registration", () => {
    // A key that a person issued shows that person, and the sender wrote it there.
    for (const bad of CORPUS.filter(({ name }) => name !== "a CPF with wrong digits")) {
      const { failures, verdict } = judge(bad);
      const told = JSON.stringify([
        failures.map(maskFailure).map(({ row: _row, ...rest }) => rest),
        verdict.errors,
        verdict.validationErrors,
      ]);
      expect(told, bad.name).not.toMatch(/529\.?982\.?247|111444777/);
    }
  });

  it("takes at most 50 ms in 95 of 100 cases", () => {
    const times = CORPUS.map((bad) => leastCpuMs(() => judge(bad))).toSorted((one, other) => one - other);
    expect(times[Math.floor(times.length * 0.95)]).toBeLessThan(50);
  });
});
