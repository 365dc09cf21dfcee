import { argv, exit, stderr, stdout } from "node:process";
import { runLine, COMMANDS, terminalLanguage } from "./commands/index.ts";

// A pipe such as `| head` may close standard output early. That is not an error.
stdout.on("error", (error: NodeJS.ErrnoException) => exit(error.code === "EPIPE" ? 0 : 1));

// Only this file reads argv.
const code = await runLine(argv.slice(2), COMMANDS, { lang: terminalLanguage(), out: stdout, err: stderr });
if (code !== 0) exit(code);
