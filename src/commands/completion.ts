import { wantsJson, type Command } from "../command-line/command.ts";
import { bashCompletion } from "../command-line/completion/bash.ts";
import { fishCompletion } from "../command-line/completion/fish.ts";
import { positionsOf, type Position } from "../command-line/completion/candidates.ts";
import { zshCompletion } from "../command-line/completion/zsh.ts";

const SHELLS: Readonly<Record<string, (positions: readonly Position[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `completion SHELL`: prints a completion script, generated from the table of commands. */
export const createCompletion = (commands: () => readonly Command[]): Command => ({
  name: "completion",
  does: {
    "pt-BR": "Imprime o script com que um shell completa vitrine com Tab.",
    en: "Prints the script by which a shell completes vitrine with Tab.",
  },
  positionals: [{ name: "SHELL", values: Object.keys(SHELLS), meaning: { "pt-BR": "o shell", en: "the shell" } }],
  json: { as: "object", fields: ["shell", "script"] },
  examples: [
    {
      line: "completion bash > ~/.local/share/bash-completion/completions/vitrine",
      does: { "pt-BR": "Bash: vale nas próximas janelas.", en: "Bash: works in new windows." },
    },
    {
      line: "completion zsh > ~/.zfunc/_vitrine",
      does: {
        "pt-BR": "Zsh: com fpath+=(~/.zfunc) antes de compinit no ~/.zshrc.",
        en: "Zsh: with fpath+=(~/.zfunc) before compinit in ~/.zshrc.",
      },
    },
    { line: "completion fish > ~/.config/fish/completions/vitrine.fish", does: { "pt-BR": "Fish.", en: "Fish." } },
  ],
  run(args, { lang, out }) {
    const shell = args.positionals[0]!;
    const script = SHELLS[shell]!(positionsOf(commands(), lang));
    out.write(wantsJson(args) ? `${JSON.stringify({ shell, script })}\n` : script);
    return Promise.resolve(0);
  },
});
