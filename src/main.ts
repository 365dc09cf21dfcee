import { argv, exit, stderr, stdout } from "node:process";
import { callLine, COMMANDS, langOfTerminal } from "./commands/index.ts";

// `| head` closes our output early; there is nobody left to tell.
stdout.on("error", (error: NodeJS.ErrnoException) => exit(error.code === "EPIPE" ? 0 : 1));

/** The only reader of argv. */
const code = await callLine(argv.slice(2), COMMANDS, { lang: langOfTerminal(), out: stdout, err: stderr });
if (code !== 0) exit(code);
