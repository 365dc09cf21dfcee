import { createStateMachine, type Transition } from "../../platform/basics/index.ts";
import type { LocalizedText } from "../../platform/contract/index.ts";

/** The states of a field of a change request. `open` says whether the field still waits for a decision. */
export const FIELD_STATES = [
  {
    state: "checking",
    open: true,
    meaning: {
      "pt-BR": "O valor pedido está sendo conferido: imagens, validação automática, família, regras.",
      en: "The value asked for is being checked: images, automatic validation, family, rules.",
    },
  },
  {
    state: "waiting",
    open: true,
    meaning: { "pt-BR": "Uma pessoa do catálogo vai decidir.", en: "A person of the catalogue team will decide." },
  },
  {
    state: "approved",
    open: false,
    meaning: { "pt-BR": "Uma pessoa aprovou; o valor está no produto.", en: "A person approved it; the value is in the product." },
  },
  {
    state: "auto_approved",
    open: false,
    meaning: {
      "pt-BR": "Uma regra aprovou; o valor está no produto. Uma parte é vista depois por uma pessoa.",
      en: "A rule approved it; the value is in the product. A person looks at some of these later.",
    },
  },
  {
    state: "refused",
    open: false,
    meaning: {
      "pt-BR": "Recusado por uma pessoa ou uma regra; o produto ficou como estava.",
      en: "Refused by a person or a rule; the product stayed as it was.",
    },
  },
  {
    state: "criticized",
    open: false,
    meaning: {
      "pt-BR": "A validação criticou o produto que resultaria; `reviews` diz por quê.",
      en: "The validation criticized the product that would result; `reviews` says why.",
    },
  },
  { state: "withdrawn", open: false, meaning: { "pt-BR": "O lojista desistiu.", en: "The seller took it back." } },
  {
    state: "superseded",
    open: false,
    meaning: { "pt-BR": "Um pedido mais novo, do mesmo campo, tomou o lugar.", en: "A newer request for the same field took its place." },
  },
  {
    state: "stale",
    open: false,
    meaning: {
      "pt-BR": "O produto já não tem o valor que o pedido ia trocar; peça de novo.",
      en: "The product no longer has the value that was to be replaced; ask again.",
    },
  },
  {
    state: "merged",
    open: false,
    meaning: {
      "pt-BR": "O produto voltou a ser editável: o valor entrou nele como num PUT.",
      en: "The product could be edited again: the value went into it as with a PUT.",
    },
  },
] as const satisfies readonly { state: string; open: boolean; meaning: LocalizedText }[];

export type FieldState = (typeof FIELD_STATES)[number]["state"];
/** The moves of a changed field. Each has one or several rows in FIELD_MOVES. */
export type FieldMove =
  | "ask"
  | "pass"
  | "approveByRule"
  | "refuseByRule"
  | "criticize"
  | "approve"
  | "refuse"
  | "withdraw"
  | "supersede"
  | "outdate"
  | "merge";

const RULE = { "pt-BR": "regra de mudança", en: "change rule" };
const VALIDATION = { "pt-BR": "validação automática", en: "automatic validation" };
const PERSON = { "pt-BR": "pessoa do catálogo", en: "person of the catalogue team" };
const SELLER = { "pt-BR": "lojista", en: "seller" };
const OPEN = ["checking", "waiting"] as const;

/** The moves that both open states allow. */
const ofOpen = (row: Omit<Transition<FieldState, FieldMove>, "from">): readonly Transition<FieldState, FieldMove>[] =>
  OPEN.map((from) => ({ ...row, from }));

/** Every move of a changed field. */
export const FIELD_MOVES: readonly Transition<FieldState, FieldMove>[] = [
  {
    from: null,
    move: "ask",
    by: SELLER,
    when: { "pt-BR": "o produto está fechado e o campo mudaria", en: "the product is closed and the field would change" },
    to: "checking",
  },
  {
    from: "checking",
    move: "pass",
    by: RULE,
    when: { "pt-BR": "a regra pede uma pessoa", en: "the rule asks for a person" },
    to: "waiting",
  },
  {
    from: "checking",
    move: "approveByRule",
    by: RULE,
    when: { "pt-BR": "a regra aprova e o produto que resulta passa", en: "the rule approves and the resulting product passes" },
    to: "auto_approved",
  },
  { from: "checking", move: "refuseByRule", by: RULE, when: { "pt-BR": "a regra recusa", en: "the rule refuses" }, to: "refused" },
  {
    from: "waiting",
    move: "approve",
    by: PERSON,
    when: { "pt-BR": "o produto que resulta passa na validação", en: "the resulting product passes the validation" },
    to: "approved",
  },
  { from: "waiting", move: "refuse", by: PERSON, when: { "pt-BR": "com motivo", en: "with a reason" }, to: "refused" },
  ...ofOpen({
    move: "criticize",
    by: VALIDATION,
    when: { "pt-BR": "o produto que resultaria tem erros", en: "the product that would result has errors" },
    to: "criticized",
  }),
  ...ofOpen({ move: "withdraw", by: SELLER, to: "withdrawn" }),
  ...ofOpen({
    move: "supersede",
    by: SELLER,
    when: { "pt-BR": "pede o mesmo campo de novo", en: "asks for the same field again" },
    to: "superseded",
  }),
  ...ofOpen({
    move: "outdate",
    by: VALIDATION,
    when: { "pt-BR": "o valor no produto já é outro", en: "the value in the product is another one by now" },
    to: "stale",
  }),
  ...ofOpen({
    move: "merge",
    by: VALIDATION,
    when: { "pt-BR": "o produto voltou a ser editável", en: "the product can be edited again" },
    to: "merged",
  }),
];

const machine = createStateMachine({ states: FIELD_STATES.map(({ state }) => state), moves: FIELD_MOVES });

/** The state after a move. Throws for a move that the table does not have, which is a defect. */
export function fieldStateAfter(from: FieldState, move: FieldMove): FieldState {
  const next = machine.move(from, move);
  if (typeof next !== "string") throw new Error(`a changed field may not ${move} from ${from}`);
  return next;
}

const OPEN_STATES: ReadonlySet<FieldState> = new Set(FIELD_STATES.filter(({ open }) => open).map(({ state }) => state));
/** Whether a field still waits for a decision. */
export const isOpenField = ({ state }: { readonly state: FieldState }): boolean => OPEN_STATES.has(state);

/** The states of a whole change request. */
export const CHANGE_STATES = {
  open: { "pt-BR": "Algum campo ainda espera.", en: "Some field still waits." },
  decided: { "pt-BR": "Todos os campos têm a sua decisão.", en: "Every field has its decision." },
  withdrawn: { "pt-BR": "O lojista desistiu do que ainda esperava.", en: "The seller took back what still waited." },
} as const satisfies Readonly<Record<string, LocalizedText>>;
export type ChangeState = keyof typeof CHANGE_STATES;
/** Every state of a whole change request. */
export const CHANGE_STATE_NAMES = Object.keys(CHANGE_STATES) as readonly ChangeState[];

/** The state of a request from the states of its fields: open as long as one of them is. */
export const changeStateOf = (fields: readonly { readonly state: FieldState }[]): ChangeState =>
  fields.some(isOpenField) ? "open" : "decided";
