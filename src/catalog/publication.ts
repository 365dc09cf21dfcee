import { createStateMachine, type Transition } from "../platform/basics/index.ts";
import type { LocalizedText } from "../platform/contract/index.ts";

/** The publication states: `status` is the word on the wire, `code` its English constant (seed 3.1, decisions 3). */
export const STATES = [
  {
    status: "Recebido",
    code: "RECEIVED",
    editable: true,
    meaning: {
      "pt-BR": "As verificações do envio passaram; a validação automática ainda vai acontecer ou espera por algo (veja `pending`).",
      en: "The checks at submission passed; the automatic validation is still to come, or waits for something (see `pending`).",
    },
  },
  {
    status: "Criticado",
    code: "CRITICIZED",
    editable: true,
    meaning: {
      "pt-BR": "Há críticas de severidade `error`; corrija todas e envie o produto de novo com PUT.",
      en: "There are critiques of severity `error`; mend all of them and send the product again with PUT.",
    },
  },
  {
    status: "Em catalogação",
    code: "CATALOGING",
    editable: false,
    meaning: {
      "pt-BR": "Nada a corrigir: a equipe de catálogo está revisando. O produto não pode mais ser alterado; preço e estoque podem.",
      en: "Nothing to mend: the catalogue team is reviewing. The product can no longer be changed; price and stock can.",
    },
  },
  {
    status: "Aprovado",
    code: "APPROVED",
    editable: false,
    meaning: {
      "pt-BR": "O produto está à venda com o último preço e o último estoque enviados.",
      en: "The product is on sale with the last price and the last stock sent.",
    },
  },
] as const satisfies readonly { status: string; code: string; editable: boolean; meaning: LocalizedText }[];

/** The constants of the states, which filters accept beside their words. */
export const STATUS_CODES = Object.fromEntries(STATES.map(({ code, status }) => [code, status])) as Readonly<
  Record<PublicationStatus, (typeof STATES)[number]["status"]>
>;

/** The words that request approval (decisions 3). */
export const APPROVAL_WORDS = ["APPROVED", "Aprovado", "READY_TO_SALE", "READY_FOR_SALE"] as const;

export type PublicationStatus = (typeof STATES)[number]["code"];
/** The moves of a product's status. Each has one or several rows in MOVES. */
export type PublicationMove =
  | "submit"
  | "edit"
  | "criticize"
  | "catalog"
  | "clear"
  | "reviewCriticize"
  | "reviewApprove"
  | "reviewUndo"
  | "sellerApprove";

/** Every allowed move. Any other move is refused, and the refusal names the possible moves (decisions 3). */
export const MOVES: readonly Transition<PublicationStatus, PublicationMove>[] = [
  {
    from: null,
    move: "submit",
    by: { "pt-BR": "POST do produto", en: "POST product" },
    when: { "pt-BR": "as verificações do envio passam", en: "the checks at submission pass" },
    to: "RECEIVED",
  },
  {
    from: "RECEIVED",
    move: "edit",
    by: { "pt-BR": "PUT do produto", en: "PUT product" },
    when: { "pt-BR": "as verificações do envio passam", en: "the checks at submission pass" },
    to: "RECEIVED",
  },
  {
    from: "RECEIVED",
    move: "criticize",
    by: { "pt-BR": "validação automática", en: "automatic validation" },
    when: { "pt-BR": "há crítica de severidade error", en: "any critique of severity error" },
    to: "CRITICIZED",
  },
  {
    from: "RECEIVED",
    move: "catalog",
    by: { "pt-BR": "validação automática", en: "automatic validation" },
    when: { "pt-BR": "nenhuma crítica de severidade error, família completa", en: "no critique of severity error, family complete" },
    to: "CATALOGING",
  },
  {
    from: "CRITICIZED",
    move: "edit",
    by: { "pt-BR": "PUT do produto", en: "PUT product" },
    when: { "pt-BR": "as verificações do envio passam", en: "the checks at submission pass" },
    to: "RECEIVED",
  },
  {
    from: "CRITICIZED",
    move: "clear",
    by: {
      "pt-BR": "mudança nos dados de referência, nas regras ou na família",
      en: "a change of the reference data, the rules or the family",
    },
    when: { "pt-BR": "não resta crítica de severidade error", en: "no critique of severity error is left" },
    to: "RECEIVED",
  },
  {
    from: "CATALOGING",
    move: "reviewCriticize",
    by: { "pt-BR": "revisão do catálogo critica", en: "catalogue review criticizes" },
    when: { "pt-BR": "papel catalog, com código e texto do motivo", en: "role catalog, with the reason's code and text" },
    to: "CRITICIZED",
  },
  {
    from: "CATALOGING",
    move: "reviewApprove",
    by: { "pt-BR": "revisão do catálogo aprova", en: "catalogue review approves" },
    when: { "pt-BR": "papel catalog", en: "role catalog" },
    to: "APPROVED",
  },
  ...(["CRITICIZED", "APPROVED"] as const).map((from) => ({
    from,
    move: "reviewUndo" as const,
    by: { "pt-BR": "revisão do catálogo desfaz", en: "catalogue review undoes" },
    when: {
      "pt-BR": "papel catalog, em até 60 segundos da decisão, se nada depende dela",
      en: "role catalog, within 60 seconds of the decision, if nothing depends on it",
    },
    to: "CATALOGING" as const,
  })),
  {
    from: "CATALOGING",
    move: "sellerApprove",
    by: { "pt-BR": "PUT do status", en: "PUT status" },
    when: { "pt-BR": "somente no sandbox", en: "sandbox only" },
    to: "APPROVED",
  },
];

/** The state machine of publication: `move(status, move)` returns the next status, or the moves that are possible instead. */
export const publicationMachine = createStateMachine({ states: STATES.map((state) => state.code), moves: MOVES });

/**
 * The moves from a status, as texts for people. Each says what makes the move, and names the next status. Leaves out the undoing of a review,
 * which is possible for a minute only.
 */
export const movesFrom = (status: PublicationStatus): readonly LocalizedText[] =>
  MOVES.filter(({ from, move }) => from === status && move !== "reviewUndo").map(({ by, to }) => {
    const leadsTo = publicationState(to).status;
    return { "pt-BR": `${by["pt-BR"]} > ${leadsTo}`, en: `${by.en} > ${leadsTo}` };
  });

const BY_CODE = new Map<string, (typeof STATES)[number]>(STATES.map((state) => [state.code, state]));

/** The publication state with a status code. Throws for an unknown code, which the database cannot contain. */
export function publicationState(code: PublicationStatus): (typeof STATES)[number] {
  const state = BY_CODE.get(code);
  if (!state) throw new Error(`no publication state ${code}`);
  return state;
}
