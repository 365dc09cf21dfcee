import { withoutAccents } from "../../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint, type Refusal } from "../../platform/contract/index.ts";
import { referenceErrors, type ReferenceSnapshot, type TypeRules } from "../../reference/index.ts";
import type { SellerCall } from "../../sellers/index.ts";
import { getTemplateCsv, getTemplateXlsx } from "./contract.ts";
import { templateColumns } from "./template-columns.ts";
import { templateCsv, templateXlsx } from "./template-file.ts";

export interface TemplateContext {
  /** The reference data in effect now, including changes that other processes made. */
  readonly latestReference: () => Promise<ReferenceSnapshot>;
}

type TemplateCall = SellerCall<typeof getTemplateCsv>;

/** Files to fill in, one for each product type, printed from its template. */
export const templateEndpoints = ({ latestReference }: TemplateContext): readonly Endpoint[] => [
  endpoint(getTemplateCsv, async (call: TemplateCall) => {
    const reference = await latestReference();
    const rules = rulesOf(reference, call.path);
    if ("failures" in rules) return rules;
    return download(rules, "csv", once(templateCsv(templateColumns(rules, reference))));
  }),
  endpoint(getTemplateXlsx, async (call: TemplateCall) => {
    const reference = await latestReference();
    const rules = rulesOf(reference, call.path);
    if ("failures" in rules) return rules;
    return download(rules, "xlsx", templateXlsx(templateColumns(rules, reference), call.at));
  }),
];

/** The rules of a department's product type, or the refusal of one that does not exist. */
function rulesOf(reference: ReferenceSnapshot, { departmentCode, productTypeCode }: TemplateCall["path"]): TypeRules | Refusal {
  const { departments, productTypes } = reference.data;
  const department = departments.find(({ code }) => code === departmentCode);
  if (!department) return referenceErrors.refuse("department_list_unknown", { pointer: "path.departmentCode", received: departmentCode });
  const type = productTypes.find(({ code }) => code === productTypeCode);
  const rules = type && reference.typeRules(department.name, type.name);
  if (rules) return rules;
  const params = { department: departmentCode };
  return referenceErrors.refuse("product_type_list_unknown", { pointer: "path.productTypeCode", received: productTypeCode, params });
}

function download({ type }: TypeRules, extension: string, stream: AsyncIterable<Buffer>): Answer {
  const name = withoutAccents(type.name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return { status: 200, headers: { "content-disposition": `attachment; filename="produtos-${name}.${extension}"` }, stream };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
