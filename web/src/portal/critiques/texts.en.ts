import type { SameKeys } from "../../ui/same-keys.ts";
import type { texts as portuguese } from "./texts.pt-BR.ts";

export const texts: SameKeys<typeof portuguese> = {
  title: "Critiques",
  total_one: "{{shown}} critique, by reason",
  total_many: "{{shown}} critiques, by reason",
  total_other: "{{shown}} critiques, by reason",
  groups: "Reasons",
  all: "All reasons",
  warning: "only warns",
  inProducts_one: "in {{shown}} product",
  inProducts_many: "in {{shown}} products",
  inProducts_other: "in {{shown}} products",
  columns: { product: "Product", message: "What was criticized", fix: "Fix", state: "State" },
  fieldOf: "{{field}} of {{sku}}",
  pick: "Pick or type",
  onPage: "Fix on the product's page",
  suggestAll: "Apply suggestions",
  save_one: "Save {{shown}} fix",
  save_many: "Save {{shown}} fixes",
  save_other: "Save {{shown}} fixes",
  state: {
    changed: "To be saved",
    judging: "Saved; being validated…",
    fixed: "Fixed.",
    still: "The critique is still there.",
    others_one: "Fixed; {{count}} critique is left.",
    others_many: "Fixed; {{count}} critiques are left.",
    others_other: "Fixed; {{count}} critiques are left.",
  },
  empty: { title: "Nothing to fix", text: "What validation or review criticizes appears here, grouped by reason." },
  done: { title: "Nothing more for this reason", text: "The other reasons are in the list." },
};
