import { init, runBaseTests, setupEnvironment } from "vitest/worker";

// The process in which the mutants of a subject are judged, one after the other. What none of them can change (packages, the tests' own
// tools, the rest of the program) is loaded once; the mutated files and all that imports them are loaded anew for each mutant.

type State = Parameters<typeof runBaseTests>[1];
type Traces = Parameters<typeof runBaseTests>[2];
type Modules = State["evaluatedModules"];

/** Absolute paths. */
const mutated = process.argv.slice(2);
let loaded: Modules | undefined;

init({
  post: (message) => process.send?.(message),
  on: (listener) => process.on("message", listener),
  off: (listener) => process.off("message", listener),
  setup: setupEnvironment,
  runTests: run,
  collectTests: run,
  teardown: hearLess,
});
process.on("disconnect", () => process.exit());

async function run(state: State, traces: Traces): Promise<void> {
  if (loaded !== undefined) forget(loaded);
  const own = { ...state, rpc: bailingOutAlone(state.rpc) };
  await runBaseTests("run", own, traces);
  loaded = own.evaluatedModules;
}

/** After the first failure the other tests are passed over here. Vitest is not told: it would end the process and wait for its death. */
const bailingOutAlone = (rpc: State["rpc"]): State["rpc"] =>
  new Proxy(rpc, { get: (told, name) => (name === "onCancel" ? async () => undefined : Reflect.get(told, name)) });

/** Lets go of the mutated files and of whatever imports them, however far away. */
function forget(modules: Modules): void {
  const forgotten = new Set<string>();
  const visit = (id: string): void => {
    const module = modules.getModuleById(id);
    if (module === undefined || forgotten.has(id)) return;
    forgotten.add(id);
    for (const importer of module.importers) visit(importer);
    modules.invalidateModule(module);
  };
  for (const file of mutated) for (const { id } of modules.getModulesByFile(file) ?? []) visit(id);
}

/** Vitest adds a listener for each run and counts on the process to end with it; the first one is for all runs. */
function hearLess(): void {
  for (const listener of process.listeners("message").slice(1)) process.off("message", listener);
}
