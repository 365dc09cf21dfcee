import { isoDateTime } from "../../platform/basics/index.ts";
import type { AccessKeyProblem } from "../access-key.ts";
import type { DocumentProblem } from "./parse-document.ts";
import type { InvoiceFacts } from "./facts.ts";
import {
  notedErrorRule,
  plainNumber,
  refusingRule,
  productionRefusingRule,
  type InvoiceRule,
  rulesOfSpecRow,
  mismatch,
  warningRule,
} from "./rule.ts";

/** Maximum time by which the seller's clock may be ahead of marketplace time. SEFAZ allows the same difference. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * Rules of rows 1 to 3 (`InvoiceRule.step`). They check the request on its own. The schema checks that `issueDate` is present and is a
 * date.
 */
export const REQUEST_RULES: readonly InvoiceRule[] = [
  ...rulesOfSpecRow(1, [
    warningRule("invoice_issue_date_in_future", "/issueDate", ({ request: { issueDate }, context }) =>
      issueDate === undefined || issueDate <= context.now + CLOCK_TOLERANCE_MS ? [] : [{ received: isoDateTime(issueDate) }],
    ),
  ]),

  ...rulesOfSpecRow(2, [
    refusingRule("access_key_length", "/key", ofKey("access_key_length")),
    refusingRule("access_key_characters", "/key", ofKey("access_key_characters")),
    refusingRule("access_key_model", "/key", ofKey("access_key_model")),
    // Published examples fail this rule, so the sandbox only notes it (decisions 5).
    productionRefusingRule("access_key_check_digit", "/key", ofKey("access_key_check_digit")),
    notedErrorRule("access_key_state", "/key", ofKey("access_key_state")),
    notedErrorRule("access_key_month", "/key", ofKey("access_key_month")),
    notedErrorRule("access_key_issuer", "/key", ofKey("access_key_issuer")),
    notedErrorRule("access_key_emission_type", "/key", ofKey("access_key_emission_type")),
    notedErrorRule("access_key_numeric_code", "/key", ofKey("access_key_numeric_code")),
    warningRule("access_key_number_differs", "/number", withoutDocument("number", "number")),
    warningRule("access_key_line_differs", "/line", withoutDocument("line", "series")),
  ]),

  ...rulesOfSpecRow(3, [
    refusingRule("danfe_too_large", "/danfeXml", ofReading("danfe_too_large")),
    refusingRule("danfe_sent_twice", "/danfeFile", ({ request: { danfeXml, danfeFile } }) =>
      danfeXml === undefined || danfeFile === undefined ? [] : [{}],
    ),
    refusingRule("danfe_empty", "/danfeXml", ofReading("danfe_empty")),
    refusingRule("danfe_not_xml", "/danfeXml", ofReading("danfe_not_xml")),
    refusingRule("danfe_space_first", "/danfeXml", ofReading("danfe_space_first")),
    refusingRule("danfe_control_character", "/danfeXml", ofReading("danfe_control_character")),
    refusingRule("danfe_doctype", "/danfeXml", ofReading("danfe_doctype")),
    refusingRule("danfe_malformed", "/danfeXml", ofReading("danfe_malformed")),
    refusingRule("danfe_too_deep", "/danfeXml", ofReading("danfe_too_deep")),
    refusingRule("danfe_too_many_elements", "/danfeXml", ofReading("danfe_too_many_elements")),
    refusingRule("danfe_too_many_attributes", "/danfeXml", ofReading("danfe_too_many_attributes")),
    refusingRule("danfe_root", "/danfeXml", ofReading("danfe_root")),
    refusingRule("danfe_layout", "/danfeXml", ofReading("danfe_layout")),
    refusingRule("danfe_element_missing", "/danfeXml", ofReading("danfe_element_missing")),
    refusingRule("danfe_element_repeated", "/danfeXml", ofReading("danfe_element_repeated")),
    refusingRule("danfe_element_invalid", "/danfeXml", ofReading("danfe_element_invalid")),
  ]),
];

/** Finds the problems with this code that were reported when the keys were read. */
function ofKey(problem: AccessKeyProblem): InvoiceRule["find"] {
  return ({ keyFindings }) => keyFindings.filter(({ code }) => code === problem).map(({ code: _code, ...found }) => found);
}

/** Compares a field of the request with the access key. Finds nothing if the document contains the value. */
function withoutDocument(field: "number" | "line", part: "number" | "series"): InvoiceRule["find"] {
  return ({ request, key, parts }: InvoiceFacts) => {
    const found = parts?.written[part] === undefined ? mismatch(plainNumber(request[field]), plainNumber(key?.[part])) : undefined;
    return found === undefined ? [] : [found];
  };
}

/** Finds the problems with this code that were reported when the document was read. */
function ofReading(problem: DocumentProblem["code"]): InvoiceRule["find"] {
  return ({ problems }) => problems.filter(({ code }) => code === problem).map(({ code: _code, ...found }) => found);
}
