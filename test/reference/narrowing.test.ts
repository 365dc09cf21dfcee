import { describe, expect, it } from "vitest";
import { narrows } from "../../src/reference/narrowing.ts";

type Change = Parameters<typeof narrows>[0];
const item = { name: "Altipasso", externalCode: "ALTIPASSO" };
const attribute = { code: 1, name: "Material", required: false, typeSelection: "MULTIPLE", values: [{ code: 1, value: "Malha" }] };
const template = (...attributes: readonly object[]) => ({ name: "Camisetas", attributes });
const chart = (...sizes: readonly string[]) => ({ name: "Adulto", sizes });
const type = {
  name: "Camiseta",
  departments: [1, 2],
  kind: "CLOTHES",
  sizeChart: 1,
  weightMaxKg: 3,
  distinguishedBy: "color",
  template: 1,
};
const minima = { CLOTHES: 3, SHOES: 4, ACCESSORY: 1, SINGLE: 1, FOOD: 1 };

const put = (list: Change["list"], before: unknown, after: unknown, code = "1"): Change => ({ list, code, before, item: after });

describe("a change that removes or narrows", () => {
  it.each<[string, Change]>([
    ["an item removed", put("brands", item, undefined)],
    ["a brand renamed", put("brands", item, { ...item, name: "Aurivento" })],
    ["a colour renamed", put("colors", item, { ...item, name: "Aurivento" })],
    ["a flavour renamed", put("flavors", item, { ...item, name: "Aurivento" })],
    ["a size renamed", put("sizes", item, { ...item, name: "Aurivento" })],
    ["a department renamed", put("departments", { name: "Corrida", stores: ["VE"] }, { name: "Correr", stores: ["VE"] })],
    ["a chart that loses a size", put("sizeCharts", chart("P", "M", "G"), chart("P", "M"))],
    ["a chart that parts neighbours", put("sizeCharts", chart("P", "G"), chart("P", "M", "G"))],
    ["a chart in another order", put("sizeCharts", chart("P", "M"), chart("M", "P"))],
    ["a chart whose size becomes a part of another one", put("sizeCharts", chart("G"), chart("GG"))],
    ["an attribute removed", put("templates", template(attribute), template())],
    ["an attribute renamed", put("templates", template(attribute), template({ ...attribute, name: "Tecido" }))],
    ["an attribute now required", put("templates", template(attribute), template({ ...attribute, required: true }))],
    ["a new required attribute", put("templates", template(), template({ ...attribute, required: true }))],
    ["one value instead of several", put("templates", template(attribute), template({ ...attribute, typeSelection: "SINGLE" }))],
    ["a value removed", put("templates", template(attribute), template({ ...attribute, values: [{ code: 2, value: "Couro" }] }))],
    ["free content that becomes a list", put("templates", template({ ...attribute, values: [] }), template(attribute))],
    ["a type renamed", put("productTypes", type, { ...type, name: "Blusa" })],
    ["a type out of a department", put("productTypes", type, { ...type, departments: [1] })],
    ["a type of another kind", put("productTypes", type, { ...type, kind: "SHOES" })],
    ["a type on another chart", put("productTypes", type, { ...type, sizeChart: 2 })],
    ["a type with another template", put("productTypes", type, { ...type, template: 2 })],
    ["a type told apart by flavour", put("productTypes", type, { ...type, distinguishedBy: "flavor" })],
    ["a lower weight maximum", put("productTypes", type, { ...type, weightMaxKg: 2.999 })],
    ["a higher family minimum", put("rules", minima, { ...minima, SHOES: 5 }, "familyMinimum")],
    ["a higher minimum stock", put("rules", minima, { ...minima, FOOD: 2 }, "minimumStock")],
    ["a smaller largest family", put("rules", 500, 499, "largestFamily")],
    ["another drive host", put("rules", ["drive.example"], ["drive.example", "box.example"], "driveHosts")],
  ])("is %s", (_what, change) => expect(narrows(change)).toBe(true));

  it.each<[string, Change]>([
    ["a new item", put("brands", undefined, item)],
    ["another external code", put("brands", item, { ...item, externalCode: "ALTI" })],
    ["a department in another store", put("departments", { name: "Corrida", stores: ["VE"] }, { name: "Corrida", stores: ["VE", "VM"] })],
    ["sizes at both ends of a chart", put("sizeCharts", chart("P", "M"), chart("PP", "P", "M", "G"))],
    [
      "another value",
      put("templates", template(attribute), template({ ...attribute, values: [...attribute.values, { code: 2, value: "X" }] })),
    ],
    ["a list that becomes free content", put("templates", template(attribute), template({ ...attribute, values: [] }))],
    ["a new optional attribute", put("templates", template(), template(attribute))],
    ["a required attribute that need not be sent", put("templates", template({ ...attribute, required: true }), template(attribute))],
    ["a type in one more department", put("productTypes", type, { ...type, departments: [1, 2, 3] })],
    ["a higher weight maximum", put("productTypes", type, { ...type, weightMaxKg: 4 })],
    ["lower minima", put("rules", minima, { ...minima, SHOES: 3 }, "familyMinimum")],
    ["a larger largest family", put("rules", 500, 501, "largestFamily")],
    ["a drive host less", put("rules", ["drive.example"], [], "driveHosts")],
    ["another settle window", put("rules", 60, 30, "familySettleSeconds")],
    ["another commission", put("rules", { standard: 16, departments: [] }, { standard: 20, departments: [] }, "commissionPercent")],
    ["a rule that is left to the installation", put("rules", 60, undefined, "familySettleSeconds")],
  ])("is not %s", (_what, change) => expect(narrows(change)).toBe(false));
});
