import type { StepRow } from "./step.ts";
import { buyStep } from "./steps/buy.ts";
import { callStep } from "./steps/call.ts";
import { clockStep } from "./steps/clock.ts";
import { faultStep } from "./steps/fault.ts";
import { listenStep } from "./steps/listen.ts";
import { publishStep } from "./steps/publish.ts";
import { receiveStep } from "./steps/receive.ts";
import { waitStep } from "./steps/wait.ts";

/** Every kind of step, in the order documents list them. */
export const STEPS: readonly StepRow[] = [callStep, publishStep, buyStep, listenStep, receiveStep, clockStep, faultStep, waitStep];
