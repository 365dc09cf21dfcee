import { Refusal } from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { findSeller, sellerErrors, type OperatorCall } from "../../sellers/index.ts";
import type * as contract from "./contract.ts";
import { parametersOf, SIMULATOR_DEFINITIONS, SIMULATORS, type Mode, type Parameters, type SimulatorName } from "./definitions.ts";
import { simulatorErrors } from "./errors.ts";
import { insertActs } from "./plan-worker.ts";
import { nextPurchaseAct } from "./purchases.ts";
import * as queries from "./queries.ts";

/** Maximum number of past events to which a simulator reacts when it becomes automatic. */
const EVENTS_LOOKED_BACK = 10_000;
/** Number of possible seeds of a simulator. */
export const SEED_COUNT = 2 ** 31;

/** The settings of a simulator for one seller. */
export interface SimulatorSettings {
  readonly name: SimulatorName;
  readonly mode: Mode;
  readonly seed: number;
  /** The parameters that were set. All other parameters have their defaults. */
  readonly parameters: Parameters;
  readonly purchases: number;
}

/** The settings of all simulators of a seller. Refuses an unknown seller. */
export async function loadSettings(db: Database, sellerId: number): Promise<readonly SimulatorSettings[] | Refusal> {
  const [rows, sellers] = await Promise.all([db.run([sellerId], queries.listSimulators, [sellerId]), db.run([], findSeller, [sellerId])]);
  if (sellers.length === 0) return sellerErrors.refuse("seller_unknown", { pointer: "path.sellerId", received: sellerId });
  const stored = new Map(rows.map((row) => [row.name, row]));
  return SIMULATORS.map((name) => {
    const { mode = "manual", seed = sellerId % SEED_COUNT, parameters = "{}", purchases = 0 } = stored.get(name) ?? {};
    return { name, mode, seed, purchases, parameters: JSON.parse(parameters) as Parameters };
  });
}

/** Saves settings. `at` is marketplace time, epoch ms. */
export async function saveSettings(db: Database, sellerId: number, settings: readonly SimulatorSettings[], at: number): Promise<void> {
  await db.transaction([sellerId], async (transaction) => {
    await transaction.run(queries.putSimulators, [
      sellerId,
      settings.map(({ name }) => name),
      settings.map(({ mode }) => mode),
      settings.map(({ parameters }) => JSON.stringify(parameters)),
      settings.map(({ seed }) => seed),
      EVENTS_LOOKED_BACK,
    ]);
    const shoppers = settings.find(({ name, mode }) => name === "shoppers" && mode === "automatic");
    if (shoppers === undefined) return;
    // The next purchase was planned with the old settings, so it is planned again.
    await transaction.run(queries.deletePlannedPurchases, [sellerId]);
    const { seed, purchases } = shoppers;
    const parameters = parametersOf("shoppers", shoppers.parameters);
    await insertActs(transaction, sellerId, nextPurchaseAct({ seed, nth: purchases + 1, parameters }, at));
  });
}

type PutBody = OperatorCall<typeof contract.putSimulators>["body"];

/** The settings after the changes that a request makes. For a simulator without changes, the same object is returned. */
export function changedSettings(settings: readonly SimulatorSettings[], body: PutBody): readonly SimulatorSettings[] | Refusal {
  const { mode, seed, pace, simulators = [] } = body;
  const failures = simulators.flatMap(({ name, parameters = {} }, i) => unknownParameters(name, parameters, i));
  if (failures.length > 0) return new Refusal(failures);
  const changesAll = mode !== undefined || seed !== undefined || pace !== undefined;
  return settings.map((one) => {
    const ownChanges = simulators.filter(({ name }) => name === one.name);
    if (!changesAll && ownChanges.length === 0) return one;
    const paced = pace === undefined ? {} : { pace };
    return ownChanges.reduce<SimulatorSettings>(
      (before, change) => ({
        ...before,
        mode: change.mode ?? before.mode,
        seed: change.seed ?? before.seed,
        parameters: { ...before.parameters, ...(change.parameters as Parameters | undefined) },
      }),
      { ...one, mode: mode ?? one.mode, seed: seed ?? one.seed, parameters: { ...one.parameters, ...paced } },
    );
  });
}

function unknownParameters(simulator: SimulatorName, parameters: object, index: number) {
  const known = SIMULATOR_DEFINITIONS[simulator].parameters;
  return Object.keys(parameters)
    .filter((key) => !Object.hasOwn(known, key))
    .map((key) =>
      simulatorErrors.failure("simulator_parameter_foreign", {
        pointer: `/simulators/${index}/parameters/${key}`,
        received: key,
        allowed: Object.keys(known),
        params: { simulator },
      }),
    );
}
