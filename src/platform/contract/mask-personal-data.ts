import { Refusal, type Failure } from "./errors.ts";

/** Text that replaces personal data. */
const MASK = "***";

/** Whether a failure repeats personal data. Such a failure must be masked before it is stored. */
export const hasPersonalData = ({ personal = [] }: Failure): boolean => personal.length > 0;

/**
 * Masks a failure before it is stored in a log or with an order. If it repeats personal data, that is replaced, and the suggestions are
 * dropped.
 */
export function maskFailure(failure: Failure): Failure {
  if (!hasPersonalData(failure)) return failure;
  const { personal = [], received, suggestions: _near, params, ...rest } = failure;
  const masked = Object.entries(params).map(([name, value]) => [name, personal.includes(name) ? MASK : value] as const);
  return {
    ...rest,
    params: Object.fromEntries(masked),
    ...(received === undefined ? {} : { received: personal.includes("received") ? MASK : received }),
  };
}

/**
 * Masks a refusal before it is stored. Answers may repeat to callers the personal data that they sent, but logs must not (decisions 9).
 * Returns the same object when nothing is personal.
 */
export const maskRefusal = (refusal: Refusal): Refusal =>
  refusal.failures.some(hasPersonalData)
    ? new Refusal(refusal.failures.map(maskFailure), refusal.retryAfterSeconds, refusal.offers)
    : refusal;
