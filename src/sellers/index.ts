export { audit, audited } from "./audit.ts";
export * as sellersContract from "./contract.ts";
export { createDirectory } from "./directory.ts";
export { operatorDoor, sellerDoor } from "./doors.ts";
export { sellerErrors } from "./errors.ts";
export { ROLES, SCOPES, type OperatorCall, type SellerCall, type SellerIdentity } from "./identity.ts";
export { issueCredential, issueOperatorKey, sellerEndpoints } from "./operations.ts";
export { createQuota, quotaHeaders } from "./quota.ts";
export { findOperatorKey, insertSeller } from "./queries.ts";
