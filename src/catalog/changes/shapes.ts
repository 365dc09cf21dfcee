import {
  anyField,
  booleanField,
  dateTimeField,
  describedAs,
  enumOf,
  EXAMPLE_IDS,
  extendObject,
  int32Field,
  linksOf,
  links,
  list,
  named,
  namedObject,
  openEnum,
  optional,
  textField,
} from "../../platform/contract/index.ts";
import { sellerId } from "../../sellers/index.ts";
import { AcceptedProduct, Critique } from "../shapes.ts";
import { CHANGE_STATE_NAMES, CHANGE_STATES, FIELD_STATES } from "./states.ts";

// The wire shapes of change requests.

/** The state of a change request. */
export const changeState = named(
  "ChangeState",
  enumOf(CHANGE_STATE_NAMES, { description: "Onde o pedido está.", meanings: CHANGE_STATES, examples: ["open"] }),
);
const FIELD_MEANINGS = Object.fromEntries(FIELD_STATES.map(({ state, meaning }) => [state, meaning]));
const fieldState = named(
  "ChangedFieldState",
  openEnum(FIELD_MEANINGS, { description: "Onde o campo está; outros estados podem surgir.", examples: ["waiting"] }),
);

const changeId = textField("Código do pedido de mudança.", EXAMPLE_IDS.change);
const sku = textField("Código do produto.", EXAMPLE_IDS.sku);
const version = int32Field("A versão do pedido; cresce a cada evento dele.", 1);
const pointer = textField("Onde no produto: JSON Pointer; um atributo vai pelo nome, como `/attributes/Solado`.", "/description");

const ChangedField = namedObject(
  "ChangedField",
  "Um campo de um pedido de mudança.",
  {
    pointer,
    from: anyField("O valor de quando se pediu; `null` = ausente.", "Tênis leve para treinos diáros."),
    to: anyField("O valor pedido; `null` = ausente.", "Tênis leve para treinos diários."),
    state: fieldState,
    date: dateTimeField("Desde quando está neste estado."),
    rule: optional(textField("A regra que decidiu, ou que o mandou a uma pessoa.", "small-edit")),
    decidedBy: optional(
      textField("Quem decidiu: uma pessoa, uma regra, a validação ou o lojista; ao lojista só se diz qual destes.", "rule"),
    ),
    code: optional(textField("Código do motivo de quem decidiu.", "wrong_product")),
    message: optional(textField("O motivo em uma frase.", "A imagem mostra outro modelo.")),
    reviews: list(Critique, { description: "O que a validação achou do produto que resultaria.", examples: [[]] }),
    supersededBy: optional(textField("O pedido mais novo que tomou o lugar.", "chg_1001_9Kb4DvM7gHs2CxP1rNzT")),
  },
  { examples: [{ decidedBy: undefined, code: undefined, message: undefined, supersededBy: undefined }] },
);

const changeFields = {
  id: changeId,
  sku,
  state: changeState,
  note: optional(textField("O que o lojista disse do pedido.", "Corrige um erro de digitação.")),
  baseVersion: int32Field("A versão do produto quando se pediu.", 4),
  version,
  createdAt: dateTimeField("Quando foi pedido."),
  decidedAt: optional(dateTimeField("Quando o último campo foi decidido, ou o pedido retirado; ausente = em aberto.")),
};

/** A change request as its seller sees it. */
export const Change = namedObject(
  "Change",
  "Um pedido de mudança de um produto fechado.",
  {
    ...changeFields,
    fields: list(ChangedField, { description: "Os campos que mudariam, cada um com o seu estado." }),
    askedBy: textField("Quem pediu.", `credential:${EXAMPLE_IDS.credential}`),
    superseded: optional(
      list(
        namedObject("SupersededField", "Um campo de um pedido mais antigo, do qual este tomou o lugar.", {
          changeRequestId: textField("O pedido mais antigo.", "chg_1001_1Zp7VnK3sQxL8WcT5hMd"),
          pointer,
        }),
        { description: "De quais pedidos este tomou o lugar; só na resposta que o abre." },
      ),
    ),
    _links: linksOf("ChangeLinks", { self: "O pedido.", product: "O produto.", changes: "Os pedidos do produto." }),
  },
  { examples: [{ decidedAt: undefined, superseded: undefined }] },
);

/** A product in the answer to a PUT, which may have opened a change request. */
export const ReplacedProduct = extendObject(
  "ReplacedProduct",
  AcceptedProduct,
  "O produto como foi aceito; o de um produto fechado é o que está no ar, com o pedido de mudança ao lado.",
  {
    change: optional(
      describedAs(Change, { description: "O pedido que o PUT abriu; ausente quando o produto foi substituído, ou nada mudaria." }),
    ),
  },
  { examples: [{ status: "Recebido", code: "RECEIVED", change: undefined }] },
);

const MEASURES = {
  ok: "Serve.",
  pending: "Ainda está sendo conferida.",
  unreachable: "Não pôde ser lida.",
  not_jpeg: "Não é JPEG.",
  too_heavy: "Pesa demais.",
  wrong_size: "É pequena ou grande demais.",
};
/** An image with what its check measured. */
export const CheckedImage = namedObject("CheckedImage", "Uma imagem, medida.", {
  url: textField("Endereço da imagem.", "http://localhost:8080/images/shoe-black.jpg"),
  state: openEnum(MEASURES, { description: "O que se sabe dela; ausente = nada.", examples: ["ok"] }),
  width: optional(int32Field("Largura em pixels.", 800)),
  height: optional(int32Field("Altura em pixels.", 800)),
  bytes: optional(int32Field("Tamanho em bytes.", 120_000)),
});
const SAMPLES = {
  waiting: "Espera que uma pessoa olhe.",
  confirmed: "Uma pessoa concordou com a regra.",
  contested: "Uma pessoa discordou da regra.",
};

/** A change request as the marketplace's people see it. */
export const OperatorChange = namedObject(
  "OperatorChange",
  "Um pedido de mudança, com quem pediu e quem decidiu.",
  {
    ...changeFields,
    setAside: optional(
      booleanField(
        "`true`: a conferência falhou 5 vezes e parou; o log diz por quê, e `recheck` a faz de novo. Ausente = não parou.",
        true,
      ),
    ),
    sellerId,
    name: optional(textField("Nome do produto; ausente onde o produto não foi lido.", "Tênis de Corrida Altipasso Brisa")),
    fields: list(
      extendObject(
        "OperatorChangedField",
        ChangedField,
        "Um campo de um pedido, com as imagens medidas e a amostra.",
        {
          fromImage: optional(describedAs(CheckedImage, { description: "A imagem de antes; só em imagens." })),
          toImage: optional(describedAs(CheckedImage, { description: "A imagem pedida; só em imagens." })),
          sample: optional(openEnum(SAMPLES, { description: "Só no que uma regra aprovou e a sorte escolheu." })),
          sampledBy: optional(textField("Quem olhou a amostra.", `operator:${EXAMPLE_IDS.operatorKey}`)),
        },
        {
          examples: [
            {
              code: undefined,
              message: undefined,
              supersededBy: undefined,
              fromImage: undefined,
              toImage: undefined,
              sampledBy: undefined,
            },
          ],
        },
      ),
      { description: "Os campos que mudariam." },
    ),
    askedBy: textField("Quem pediu.", `credential:${EXAMPLE_IDS.credential}`),
    links,
  },
  { examples: [{ decidedAt: undefined, setAside: undefined }] },
);
