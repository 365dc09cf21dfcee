import { extendObject, list, namedObject, operation, optional, textField } from "../platform/contract/index.ts";
import { shippingAddress, sellerShippings } from "./contract-parameters.ts";
import { InvoicingBody } from "./invoice/body.ts";
import { ApprovedBody, CanceledBody, DeliveredBody, ShippedBody } from "./move-bodies.ts";
import { moveErrors } from "./move-errors.ts";
import { Shipping } from "./shapes.ts";

/** Maximum size of an invoicing body. It is larger than for other bodies, because the body contains the invoice document (decisions 5). */
export const INVOICING_LIMIT_BYTES = 2 * 1024 * 1024;
const MovedShipping = extendObject(
  "MovedShipping",
  Shipping,
  "Uma entrega, depois de um movimento.",
  {
    warnings: optional(
      list(
        namedObject("MoveWarning", "O que é estranho em um movimento que foi feito.", {
          code: textField("Código, estável.", "tracking_check_digit"),
          pointer: textField("Onde: JSON Pointer no corpo.", "/trackingNumber"),
          message: textField("O mesmo em uma frase.", "O dígito verificador do código de rastreio não confere; confira-o."),
        }),
        { description: "O que é estranho e não recusa nada; só quando há." },
      ),
    ),
  },
  { examples: [{ warnings: undefined }] },
);
/** Replies that all moves of a shipping share. */
export const movedReplies = { 200: { description: "A entrega, depois do movimento.", schema: MovedShipping } };
const moving = {
  ...sellerShippings,
  method: "PUT",
  priority: "orders",
  parameters: shippingAddress,
  replies: movedReplies,
} as const;
const refusals = [moveErrors.order_move_refused, moveErrors.order_unknown];
const statusPath = <const Word extends string>(word: Word) =>
  `/api/v1/orders/{orderNumber}/shippings/{shippingCode}/status/${word}` as const;

export const putApproved = operation({
  ...moving,
  id: "putApproved",
  path: statusPath("approved"),
  environments: ["sandbox"],
  elsewhere: moveErrors.failure("approved_sandbox_only"),
  summary: "Aprova o pagamento (somente no sandbox)",
  description: "Em produção o pagamento é aprovado pelo marketplace.",
  body: ApprovedBody,
  bodyExample: { status: "approved" },
  refuses: refusals,
});
export const putInvoiced = operation({
  ...moving,
  id: "putInvoiced",
  path: statusPath("invoiced"),
  summary: "Registra a nota fiscal: a reserva sai do estoque",
  description:
    "`issueDate` é a data de emissão da nota. Pedidos simultâneos: um só é aceito, os outros recebem 409. Uma resposta perdida se recupera com `Idempotency-Key`.",
  body: InvoicingBody,
  bodyExample: { issueDate: "2026-11-20T09:52:48-03:00", key: "35261112ABC34501DE35550010000012341583492714", line: "1", number: "1234" },
  bodyLimitBytes: INVOICING_LIMIT_BYTES,
  refuses: [...refusals, moveErrors.order_already_invoiced, moveErrors.order_being_invoiced],
});
export const putShipped = operation({
  ...moving,
  id: "putShipped",
  path: statusPath("shipped"),
  summary: "Informa o envio, com transportadora e rastreio",
  description:
    "`trackingLink` é obrigatório, exceto nos Correios, cujo código de rastreio é conferido. Não vale em fulfillment nem em entregas do marketplace.",
  body: ShippedBody,
  bodyExample: { carrier: "Correios", trackingNumber: "AA123456785BR" },
  refuses: refusals,
});
export const putDelivered = operation({
  ...moving,
  id: "putDelivered",
  path: statusPath("delivered"),
  summary: "Informa a entrega",
  description: "Não vale em fulfillment nem em entregas do marketplace.",
  body: DeliveredBody,
  bodyExample: { deliveryDate: "2026-11-25T16:00:00-03:00" },
  refuses: refusals,
});
export const putCanceled = operation({
  ...moving,
  id: "putCanceled",
  path: statusPath("canceled"),
  summary: "Cancela antes do faturamento, com um motivo da lista",
  description: "Só antes do faturamento; pode haver penalidade. A reserva volta a estar à venda. Não vale em fulfillment.",
  body: CanceledBody,
  bodyExample: { reasonCancellationCode: "1" },
  refuses: refusals,
});
