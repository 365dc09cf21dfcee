import { readFileSync } from "node:fs";
import { wantsJson, type Command } from "../command-line/command.ts";
import { SERVER_OPTIONS } from "../command-line/shared-options.ts";
import { readServerSettings } from "../config.ts";
import { readyJson, readyText, startServer } from "../programs/server/index.ts";

/** Longest wait for connections to close after the server has stopped. */
const EXIT_GRACE_MS = 1_000;

/** `serve`: runs the marketplace until a signal stops it. */
export const serve: Command = {
  name: "serve",
  program: "bin/start",
  does: { "pt-BR": "Inicia o marketplace (é o que bin/start faz).", en: "Starts the marketplace (what bin/start does)." },
  options: SERVER_OPTIONS,
  json: { as: "object", fields: ["ready", "version", "environment", "dataDir", "seller?", "people?"] },
  examples: [
    { line: "serve --port 8080", does: { "pt-BR": "Um sandbox nesta máquina.", en: "A sandbox on this machine." } },
    {
      line: "serve --env production --database-url postgres://vitrine@db/vitrine --role api",
      does: { "pt-BR": "Um de vários processos da produção.", en: "One of several production processes." },
    },
  ],
  async run(args, { lang, out }) {
    const settings = readServerSettings(args.options, undefined, (path) => readFileSync(path, "utf8"));
    const message = wantsJson(args) ? readyJson : readyText;
    const server = await startServer(settings, lang, (file, facts) => out.write(message(file, facts)));
    const signal = await new Promise<NodeJS.Signals>((resolve) => {
      for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, resolve);
    });
    // A second signal exits at once, as is usual for Ctrl-C.
    process.once(signal, () => process.exit(1));
    await server.stop();
    // Sockets to an unreachable database stay open and would keep the process running.
    setTimeout(() => process.exit(0), EXIT_GRACE_MS).unref();
    return 0;
  },
};
