import type { StepType } from "./step-type.ts";
import { buyStep } from "./steps/buy.ts";
import { callStep } from "./steps/call.ts";
import { clockStep } from "./steps/clock.ts";
import { faultStep } from "./steps/fault.ts";
import { listenStep } from "./steps/listen.ts";
import { publishStep } from "./steps/publish.ts";
import { receiveStep } from "./steps/receive.ts";
import { waitStep } from "./steps/wait-seconds.ts";

/** Every type of step, in the order of the documents. */
export const STEP_TYPES: readonly StepType[] = [callStep, publishStep, buyStep, listenStep, receiveStep, clockStep, faultStep, waitStep];

/** The type of a step that was checked against the format. */
export const stepTypeOf = (step: object): StepType => STEP_TYPES.find(({ verb }) => Object.hasOwn(step, verb))!;
