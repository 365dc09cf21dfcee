import { badRequest, businessRule, errorCatalogue } from "../platform/contract/index.ts";

/**
 * Errors of the product operations, in addition to those of the body's schema. The errors before the blank line belong to SUBMISSION_RULES
 * (submission-rules.ts).
 */
export const productErrors = errorCatalogue({
  color_or_flavor_missing: badRequest({
    "pt-BR": "O produto veio sem color e sem flavor; envie exatamente um dos dois (flavor somente em alimentos).",
    en: "The product came with neither color nor flavor; send exactly one of them (flavor only for food).",
  }),
  color_and_flavor: badRequest({
    "pt-BR": 'O produto veio com color "{color}" e flavor "{flavor}"; envie exatamente um dos dois (flavor somente em alimentos).',
    en: 'The product came with color "{color}" and flavor "{flavor}"; send exactly one of them (flavor only for food).',
  }),
  joined_too_many: badRequest({
    "pt-BR": 'O campo {field} veio como "{received}", com {parts} partes; junte no máximo {allowed} com "+", as predominantes.',
    en: 'The field {field} came as "{received}", with {parts} parts; join at most {allowed} with "+", the predominant ones.',
  }),
  joined_empty_part: badRequest({
    "pt-BR": 'O campo {field} veio como "{received}", com uma parte vazia; deixe um nome de cada lado de cada "+".',
    en: 'The field {field} came as "{received}", with an empty part; leave one name on each side of each "+".',
  }),
  joined_repeated: badRequest({
    "pt-BR": 'O campo {field} veio como "{received}", que repete "{part}"; deixe cada parte uma só vez.',
    en: 'The field {field} came as "{received}", which repeats "{part}"; leave each part only once.',
  }),
  text_tag: badRequest({
    "pt-BR": 'O campo {field} contém a tag "{found}"; envie texto simples, sem HTML.',
    en: 'The field {field} contains the tag "{found}"; send plain text, without HTML.',
  }),
  text_control_character: badRequest({
    "pt-BR":
      "O campo {field} contém o caractere de controle {found} na posição {position}; troque quebras de linha e tabulações por espaços.",
    en: "The field {field} contains the control character {found} at position {position}; replace line breaks and tabs with spaces.",
  }),
  text_escape_sequence: badRequest({
    "pt-BR":
      'O campo {field} contém a sequência de escape "{found}" escrita por extenso; remova-a ou troque-a pelo caractere que ela representa.',
    en: 'The field {field} contains the escape sequence "{found}" spelled out; remove it or replace it with the character it stands for.',
  }),
  text_entity: badRequest({
    "pt-BR": 'O campo {field} contém a entidade HTML "{found}"; escreva o próprio caractere.',
    en: 'The field {field} contains the HTML entity "{found}"; write the character itself.',
  }),
  image_url_invalid: badRequest({
    "pt-BR": 'A imagem {pointer} veio como "{received}"; envie um endereço completo começando por http:// ou https://.',
    en: 'The image {pointer} came as "{received}"; send a whole address beginning with http:// or https://.',
  }),
  image_url_user: badRequest({
    "pt-BR": 'A imagem {pointer} veio como "{received}", com usuário ou senha; envie um endereço que qualquer pessoa possa abrir.',
    en: 'The image {pointer} came as "{received}", with a user or password; send an address that anyone can open.',
  }),
  image_url_extension: badRequest({
    "pt-BR": 'A imagem {pointer} veio como "{received}"; o caminho do endereço precisa terminar em .jpg ou .jpeg.',
    en: 'The image {pointer} came as "{received}"; the path of the address must end in .jpg or .jpeg.',
  }),
  image_url_drive: badRequest({
    "pt-BR":
      'A imagem {pointer} veio como "{received}"; {host} é um serviço de compartilhamento de arquivos: hospede a imagem num servidor.',
    en: 'The image {pointer} came as "{received}"; {host} is a file-sharing service: host the image on a server.',
  }),
  image_url_repeated: badRequest({
    "pt-BR": 'A imagem {pointer} repete o endereço de {first}, "{received}"; remova uma delas ou envie outra imagem.',
    en: 'The image {pointer} repeats the address of {first}, "{received}"; remove one of them or send another image.',
  }),
  attribute_repeated: badRequest({
    "pt-BR": 'O atributo "{received}" veio em {first} e de novo em {pointer}; envie-o uma só vez, com todos os valores em values.',
    en: 'The attribute "{received}" came at {first} and again at {pointer}; send it only once, with all its values in values.',
  }),
  price_missing: badRequest({
    "pt-BR": "O produto veio sem price; na criação envie price com listPrice e salePrice maiores que zero.",
    en: "The product came without price; on creation send price with listPrice and salePrice greater than zero.",
  }),
  stock_missing: badRequest({
    "pt-BR": "O produto veio sem stock; na criação envie stock com available, o estoque físico (pode ser 0).",
    en: "The product came without stock; on creation send stock with available, the physical stock (may be 0).",
  }),
  sku_differs: badRequest({
    "pt-BR": 'O sku do corpo é "{received}" e o do endereço é "{allowed}"; envie o mesmo nos dois, porque um sku nunca muda.',
    en: 'The sku of the body is "{received}" and that of the address is "{allowed}"; send the same in both, because a sku never changes.',
  }),
  sku_reserved: badRequest({
    "pt-BR": 'O sku veio como "{received}", palavra reservada: /api/v2/products/{received} é outra operação; escolha outro sku.',
    en: 'The sku came as "{received}", a reserved word: /api/v2/products/{received} is another operation; choose another sku.',
  }),

  sku_registered: badRequest({
    "pt-BR": 'O sku "{received}" já está cadastrado; para alterar o produto use PUT /api/v2/products/{received}.',
    en: 'The sku "{received}" is already registered; to change the product use PUT /api/v2/products/{received}.',
  }),
  family_full: businessRule(400, {
    "pt-BR": 'A família "{received}" já tem {allowed} produtos, o máximo; use um productGroup para cada modelo.',
    en: 'The family "{received}" has {allowed} products already, the maximum; use one productGroup for each model.',
  }),
  change_request_needed: businessRule(400, {
    "pt-BR":
      "O produto {sku} está como '{status}' e não pode mais ser alterado por PUT; para alterá-lo abra um pedido de mudança em POST /api/v2/products/{sku}/changes. Preço e estoque continuam livres.",
    en: "The product {sku} is in '{status}' and can no longer be changed by PUT; to change it open a change request with POST /api/v2/products/{sku}/changes. Price and stock stay free.",
  }),
  move_refused: businessRule(422, {
    "pt-BR": "O produto {sku} está como '{status}' e não aceita {received}; daqui os movimentos possíveis são: {possible}.",
    en: "The product {sku} is in '{status}' and does not take {received}; from here the possible moves are: {possible}.",
  }),
  move_refused_final: businessRule(422, {
    "pt-BR": "O produto {sku} está como '{status}', de onde nenhum movimento parte; {received} não se aplica.",
    en: "The product {sku} is in '{status}', which no move leaves; {received} does not apply.",
  }),
  status_unknown: badRequest({
    "pt-BR": "O status veio como {received}; por aqui só se pede a aprovação, com um destes: {allowed}.",
    en: "The status came as {received}; only approval can be asked for here, with one of: {allowed}.",
  }),
  sandbox_only: {
    status: 403,
    type: "Permission_Error",
    text: {
      "pt-BR": "Esta operação só existe no ambiente sandbox; em produção a equipe de catálogo aprova os produtos.",
      en: "This operation exists in the sandbox environment only; in production the catalogue team approves products.",
    },
  },
  critique_reason_missing: businessRule(422, {
    "pt-BR": "Para criticar, envie critiques com ao menos um motivo: code e message.",
    en: "To criticize, send critiques with at least one reason: code and message.",
  }),
  approval_with_critiques: businessRule(422, {
    "pt-BR": "A decisão approve veio com critiques; para aprovar envie-a sem elas, para criticar envie criticize.",
    en: "The decision approve came with critiques; to approve send it without them, to criticize send criticize.",
  }),
  page_too_heavy: {
    status: 400,
    type: "Parameter_Error",
    text: {
      "pt-BR": "Os atributos desta página somam {megabytes} MB e uma página leva no máximo {most} MB; peça-a com size={allowed} ou menos.",
      en: "The attributes of this page add up to {megabytes} MB and a page has at most {most} MB; ask for it with size={allowed} or less.",
    },
  },
  search_place_unknown: {
    status: 400,
    type: "Parameter_Error",
    text: {
      "pt-BR": 'Não há produto "{received}" depois do qual continuar a procura; siga os links da lista.',
      en: 'There is no product "{received}" to go on searching after; follow the links of the list.',
    },
  },
  product_unknown: {
    status: 404,
    type: "Resource_Not_Found",
    text: {
      "pt-BR": 'Não há produto com o sku "{received}"; confira maiúsculas e minúsculas ou crie-o com POST /api/v2/products.',
      en: 'There is no product with the sku "{received}"; check its letter case or create it with POST /api/v2/products.',
    },
  },
  product_version_unknown: {
    status: 404,
    type: "Resource_Not_Found",
    text: {
      "pt-BR": "O produto não tem a versão {received}; as que se guardam são: {allowed}.",
      en: "The product has no version {received}; these are kept: {allowed}.",
    },
  },
});
