import type { StepType } from "../step-type.ts";
import { buyStep } from "./buy.ts";
import { callStep } from "./call.ts";
import { clockStep } from "./clock.ts";
import { faultStep } from "./fault.ts";
import { listenStep } from "./listen.ts";
import { publishStep } from "./publish.ts";
import { receiveStep } from "./receive.ts";
import { waitStep } from "./wait.ts";

/** Every type of step, in the order of the documentation. */
export const STEP_TYPES: readonly StepType[] = [callStep, publishStep, buyStep, listenStep, receiveStep, clockStep, faultStep, waitStep];

/** The type of a valid step. */
export const stepTypeOf = (step: object): StepType => STEP_TYPES.find(({ verb }) => Object.hasOwn(step, verb))!;
