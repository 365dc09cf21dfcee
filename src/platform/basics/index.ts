/** Small utilities, such as the clock, random numbers, decimals, accents and state machines. */

export { withoutAccents } from "./accents.ts";
export { kindOfActor } from "./actor-kind.ts";
export {
  type Clock,
  DAY_MS,
  HOUR_MS,
  isoDateTime,
  isoDay,
  localHourOf,
  parseDateTime,
  parseHttpDate,
  realNow,
  systemClock,
} from "./clock.ts";
export { decimalText, fromCents, toCents } from "./decimal.ts";
export { appendMembers, jsonList } from "./json-fragments.ts";
export { jsonPointer, pointerSteps } from "./json-pointer.ts";
export { makeFolder } from "./make-folder.ts";
export { memoize } from "./memoize.ts";
export { nearestNames, nearestWords } from "./nearest-words.ts";
export { isWellFormedToken, opaqueToken, publicId, random, randomBytes, randomDigits, requestId, sha256 } from "./random.ts";
export { type Distribution, quantile, seededBoolean, seededPick, seededRandom } from "./seeded-chance.ts";
export { quoteShellArgument } from "./shell-word.ts";
export { createStateMachine, type Transition } from "./state-machine.ts";
export { createTextHash } from "./text-hash.ts";
