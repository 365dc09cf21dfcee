/** The contract: one row per operation, and everything derived from it: checks, refusals, paging, OpenAPI documents. */

export { type Answer, parsedBody } from "./answer.ts";
export { type Check, compileSchemaCheck } from "./check.ts";
export { type Deprecation, parseDeprecations } from "./deprecations.ts";
export { Action, Blocker, ErrorDetail, ErrorSchema } from "./error-shapes.ts";
export {
  type AvailableAction,
  availableActionView,
  badRequest,
  businessRule,
  currentStateOf,
  displayValue,
  errorBody,
  errorCatalogue,
  type ErrorRow,
  type ErrorType,
  type Failure,
  failureMessage,
  formatMessage,
  formatTexts,
  type Lang,
  LocalizedError,
  type LocalizedText,
  notFound,
  type Params,
  Refusal,
} from "./errors.ts";
export { echoableValue, MAX_FAILURES } from "./failure-collector.ts";
export {
  anyField,
  booleanField,
  dateTimeField,
  epochField,
  EXAMPLE_IDS,
  int32Field,
  int64Field,
  linksOf,
  moneyField,
  nullable,
  objectField,
  requestIdField,
  textField,
  textsField,
} from "./fields.ts";
export { bodyErrors, parameterErrors, periodErrors } from "./input-errors.ts";
export { parseJson } from "./json-reader.ts";
export { MAX_FILTER_VALUES, multiValueParameter, selectedValues } from "./list-filters.ts";
export { hasPersonalData, maskFailure } from "./mask-personal-data.ts";
export { type DocumentInfo, openApiDocument, type Server } from "./openapi.ts";
export { exampleOf } from "./openapi/examples.ts";
export { type RefusalExample, refusalStatuses } from "./openapi/refusals.ts";
export type { Webhook } from "./openapi/webhooks.ts";
export {
  type Api,
  type Audience,
  type AuthenticatedAudience,
  type Call,
  type Endpoint,
  endpoint,
  type Environment,
  type Operation,
  operation,
  PEOPLE_ONLY,
} from "./operation.ts";
export {
  DEFAULT_SIZE,
  listPath,
  type ListQuery,
  PAGE_COUNTS,
  PAGE_QUERY,
  PageLinks,
  pageLinks,
  relLinks,
  selfLink,
  takePage,
  UNCOUNTED_LINKS,
  UNCOUNTED_PAGE,
  uncountedPageLinks,
} from "./paging.ts";
export { acceptsVersion, ANY_VERSION, etagOf, IF_MATCH, ifMatchHeader, versionsIn } from "./precondition.ts";
export {
  anything,
  bool,
  dateTime,
  dateTimeOutput,
  decimal,
  describedAs,
  enumOf,
  EXACT_MAX,
  extendObject,
  ignoredMembers,
  integer,
  lenientEnum,
  link,
  links,
  list,
  type ListOptions,
  mapOf,
  named,
  namedObject,
  NON_BLANK,
  object,
  openEnum,
  openObject,
  optional,
  type Static,
  text,
  type TProperties,
  type TSchema,
  withPeriod,
} from "./schema.ts";
export { expectedTypeText } from "./type-words.ts";
export { unknownMembers } from "./unknown-members.ts";
export type { Upload } from "./upload.ts";
export { DID_YOU_MEAN, memberWarnings, unknownParameters, type Warning, WARNINGS, warningText } from "./warnings.ts";
