import { argv, exit, stderr, stdout } from "node:process";
import { COMMANDS, commandHelp, generalHelp, langOfTerminal } from "./commands/index.ts";
import { parseArguments, UsageFault } from "./commands/arguments.ts";
import { SettingsFault } from "./config.ts";

/** The only reader of argv: finds the command's row, parses its options, runs it, and turns what it throws into an exit code. */
async function main(): Promise<number> {
  const [name = "help", ...rest] = argv.slice(2);
  const lang = langOfTerminal();
  if (name === "help" || name === "--help" || name === "-h") {
    stdout.write(generalHelp(lang));
    return 0;
  }
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) {
    stderr.write(`${generalHelp(lang)}\n${lang === "en" ? "No such command" : "Comando desconhecido"}: ${name}\n`);
    return USAGE;
  }
  if (rest.includes("--help") || rest.includes("-h")) {
    stdout.write(commandHelp(command, lang));
    return 0;
  }
  return command.run(parseArguments(rest, command.options, lang), { lang, out: stdout, err: stderr });
}

const USAGE = 2;

// `| head` closes our output early; there is nobody left to tell.
stdout.on("error", (error: NodeJS.ErrnoException) => exit(error.code === "EPIPE" ? 0 : 1));

try {
  const code = await main();
  if (code !== 0) exit(code);
} catch (error) {
  const usage = error instanceof UsageFault || error instanceof SettingsFault;
  const message = error instanceof Error ? error.message : String(error);
  const lines = usage ? message : [message, ...causes(error)].join("\n  ");
  stderr.write(`vitrine: ${lines}\n`);
  exit(usage ? USAGE : 1);
}

function causes(error: unknown): readonly string[] {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? [cause.message, ...causes(cause)] : [];
}
