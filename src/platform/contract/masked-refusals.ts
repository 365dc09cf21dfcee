import { Refusal, type Failure } from "./errors.ts";

/** What stands where something personal was. */
const MASK = "***";

/** Whether a failure repeats something that nothing which is kept may repeat. */
export const hasPersonalData = ({ personal = [] }: Failure): boolean => personal.length > 0;

/** A failure as it may be kept, in a log or beside an order: what is personal in it is masked, and nothing is said of what comes near it. */
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

/** A refusal as it may be kept: whoever is refused sees what they sent, and logs do not (decisions 9). The same one when nothing is personal. */
export const maskRefusal = (refusal: Refusal): Refusal =>
  refusal.failures.some(hasPersonalData)
    ? new Refusal(refusal.failures.map(maskFailure), refusal.retryAfterSeconds, refusal.offers)
    : refusal;
