import type { Failure, LocalizedText } from "../platform/contract/index.ts";
import { nearestWords } from "../platform/basics/index.ts";
import { orderErrors } from "./errors.ts";
import { normalizeForComparison } from "./text-normalization.ts";

/** A reason for which a seller may cancel. `canBePenalty`: whether the cancellation may count against the seller (seed 3.2). */
export interface CancellationReason {
  readonly code: number;
  readonly description: LocalizedText;
  readonly canBePenalty: boolean;
}

/** The allowed reasons, in the order of GET /orders/cancellation-reasons (decisions 5). */
export const CANCELLATION_REASONS: readonly CancellationReason[] = [
  { code: 1, description: { "pt-BR": "Produto sem estoque", en: "Product out of stock" }, canBePenalty: true },
  { code: 2, description: { "pt-BR": "Erro de preço ou cadastro", en: "Wrong price or product data" }, canBePenalty: true },
  { code: 3, description: { "pt-BR": "Produto avariado antes do envio", en: "Product damaged before shipment" }, canBePenalty: true },
  { code: 4, description: { "pt-BR": "Atraso na expedição", en: "Dispatch delayed" }, canBePenalty: true },
  { code: 5, description: { "pt-BR": "Cliente desistiu da compra", en: "Customer changed their mind" }, canBePenalty: false },
  {
    code: 6,
    description: { "pt-BR": "Endereço inválido ou área sem entrega", en: "Invalid address or area without delivery" },
    canBePenalty: false,
  },
  { code: 7, description: { "pt-BR": "Prazo longo de entrega", en: "Delivery takes too long" }, canBePenalty: false },
  { code: 8, description: { "pt-BR": "Suspeita de fraude", en: "Suspected fraud" }, canBePenalty: false },
  { code: 9, description: { "pt-BR": "Pedido duplicado", en: "Duplicate order" }, canBePenalty: false },
  {
    code: 10,
    description: { "pt-BR": "Problema fiscal na emissão da nota", en: "Tax problem when issuing the invoice" },
    canBePenalty: true,
  },
];

/** Returns the reason for a stored code. Throws if the code is unknown, because only known codes are ever stored. */
export function cancellationReason(code: number): CancellationReason {
  const reason = CANCELLATION_REASONS.find((one) => one.code === code);
  if (reason === undefined) throw new Error(`no cancellation reason ${code}`);
  return reason;
}

/** Fields of a cancellation's body that give the reason. Each field is a code, or a description in either language. */
export interface CancellationInput {
  readonly reasonCancellationCode?: string | number | undefined;
  readonly cancellationReason?: string | number | undefined;
}

/** JSON pointers of the fields that give the reason. */
export const REASON_POINTERS = ["/reasonCancellationCode", "/cancellationReason"] as const;

/** Reads the reason of a cancellation (seed 4.3 rule 3). When both fields were sent, `reasonCancellationCode` decides. */
export function readCancellationReason(sent: CancellationInput): { readonly reason: CancellationReason } | { readonly failure: Failure } {
  const fields = [
    { pointer: REASON_POINTERS[0], received: trimmedText(sent.reasonCancellationCode) },
    { pointer: REASON_POINTERS[1], received: trimmedText(sent.cancellationReason) },
  ];
  const field = fields.find(({ received }) => received !== "");
  if (field === undefined)
    return { failure: orderErrors.failure("cancellation_reason_missing", { pointer: REASON_POINTERS[0], allowed: CODES }) };
  const reason = CANCELLATION_REASONS.find((one) => isReason(field.received, one));
  if (reason !== undefined) return { reason };
  const suggestions = nearestWords(field.received, DESCRIPTIONS);
  const facts = suggestions.length > 0 ? { suggestions } : {};
  return { failure: orderErrors.failure("cancellation_reason_unknown", { ...field, allowed: CODES, ...facts }) };
}

const trimmedText = (value: string | number | undefined) => String(value ?? "").trim();

const CODES = CANCELLATION_REASONS.map(({ code }) => code);
const DESCRIPTIONS = CANCELLATION_REASONS.flatMap(({ description }) => [description["pt-BR"], description.en]);

const isReason = (text: string, { code, description }: CancellationReason) =>
  text === String(code) ||
  normalizeForComparison(text) === normalizeForComparison(description["pt-BR"]) ||
  normalizeForComparison(text) === normalizeForComparison(description.en);
