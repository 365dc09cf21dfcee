import { anyField, requestIdField, textField } from "./fields.ts";
import { links, list, named, enumOf, optional, describedAs, namedObject, text } from "./schema.ts";
import type { ErrorType } from "./errors.ts";

/** The meaning of each `type` of refusal (seed 7, decisions 2). */
const TYPES: Readonly<Record<ErrorType, string>> = {
  Bad_Request_Error: "O corpo não serve como está.",
  Parameter_Error: "Um parâmetro do endereço, da consulta ou dos cabeçalhos não serve.",
  Business_Logic_Error: "Uma regra do marketplace impede.",
  Authentication_Error: "Credencial ausente ou inválida.",
  Permission_Error: "Sem permissão, papel ou ambiente para isto.",
  Resource_Not_Found: "Não existe.",
  List_Not_Found: "A lista de referência não existe.",
  Method_Not_Allowed: "O endereço não tem este método.",
  Not_Acceptable: "Accept exclui JSON.",
  Request_Timeout: "A requisição não chegou inteira a tempo.",
  Precondition_Failed: "If-Match não é o que está registrado.",
  Payload_Too_Large: "O corpo é grande demais.",
  Unsupported_Media_Type: "Content-Type ou Content-Encoding errado.",
  Too_Many_Requests: "A cota foi usada.",
  Internal_Architecture_Error: "Falha do serviço: repita mais tarde.",
};

const current = optional(
  anyField("O que está registrado, quando a recusa trata disso.", {
    status: "Invoiced",
    key: "35261112ABC34501DE35550010000012341583492714",
  }),
);

/** The reason why an action on a resource is not possible now. */
export const Blocker = namedObject("Blocker", "O que impede um movimento agora.", {
  code: textField("Código da recusa, estável; veja docs/errors.md.", "order_move_refused"),
  message: textField("A recusa em uma frase.", "O pedido está em delivered; deste status nada mais se pede."),
  current,
});

/** Something that can be asked of a resource. */
export const Action = namedObject("Action", "Um movimento que se pode pedir, ou o que o impede.", {
  rel: textField("O movimento.", "shipped"),
  href: optional(
    textField("Para onde pedir; ausente quando não dá agora.", "/api/v1/orders/217350000584167/shippings/584168/status/shipped"),
  ),
  blockedBy: optional(describedAs(Blocker, { description: "O que impede; ausente quando dá para pedir." })),
});

/** A failing item of a refusal. */
export const ErrorDetail = namedObject("ErrorDetail", "Um item que falhou, para programas.", {
  code: textField("Código da recusa, estável; veja docs/errors.md.", "too_long"),
  pointer: textField("Onde: JSON Pointer no corpo, ou `path.`, `query.` ou `header.` e um nome; vazio = a requisição inteira.", "/name"),
  message: textField("A recusa em uma frase: o que veio e o que enviar.", "/name: tem 117 caracteres; o máximo é 100. Encurte o texto."),
  received: optional(anyField("O que veio, encurtado.", "Tênis de Corrida Altipasso Brisa…")),
  allowed: optional(anyField("O que se aceita.", 100)),
  suggestions: optional(list(text(), { description: "Os valores mais próximos, até 3.", examples: [["Preto"]] })),
  current,
});

/** The body of every refusal (decisions 2). */
export const ErrorSchema = namedObject("Error", "Toda recusa: o que veio, o que é aceito e como corrigir, item por item.", {
  type: named("ErrorType", enumOf(Object.keys(TYPES) as ErrorType[], { description: "A família da recusa.", meanings: TYPES })),
  description: textField("O que houve; com vários itens, quantos são.", "/name: tem 117 caracteres; o máximo é 100. Encurte o texto."),
  notifications: list(text(), {
    description: "Uma frase por item que falhou.",
    examples: [["/name: tem 117 caracteres; o máximo é 100. Encurte o texto."]],
  }),
  details: list(ErrorDetail, { description: "Os mesmos itens, para programas; até 100." }),
  actions: optional(list(Action, { description: "O que se pode pedir do recurso agora, quando um movimento foi recusado." })),
  requestId: requestIdField(),
  links,
});
