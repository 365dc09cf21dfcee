import { productErrors } from "../catalog/index.ts";
import { eventErrors } from "../events/index.ts";
import { WEBHOOKS } from "../notifications/index.ts";
import { moveErrors, purchaseErrors } from "../orders/index.ts";
import { type Api, bodyErrors, type DocumentInfo, type ErrorRow, Refusal, type RefusalExample } from "../platform/contract/index.ts";
import { httpErrors } from "../platform/http/index.ts";
import { idempotencyErrors } from "../platform/idempotency/index.ts";
import { peopleErrors } from "../people/index.ts";
import { pricingErrors } from "../pricing/index.ts";
import { sellerErrors } from "../sellers/index.ts";
import { stockErrors } from "../stock/index.ts";

/** Authentication refusals of every operation for people. */
const PERSON_REFUSALS: readonly ErrorRow[] = [peopleErrors.session_missing];

/** Contents of a document other than its operations. */
type OwnInfo = Pick<DocumentInfo, "title" | "description" | "tags" | "authenticationErrors" | "refusals" | "webhooks">;

/** Authentication refusals of every operation for sellers. */
const SELLER_REFUSALS: readonly ErrorRow[] = [sellerErrors.credential_missing, sellerErrors.scope_missing, sellerErrors.quota_exceeded];
/** Authentication refusals of every operation for operators. */
const OPERATOR_REFUSALS: readonly ErrorRow[] = [sellerErrors.operator_key_missing, sellerErrors.role_missing];

const example = (description: string, refusal: Refusal): RefusalExample => ({ description, refusal });

/** Example refusals in every document, by status. */
const COMMON_REFUSALS: Readonly<Record<number, RefusalExample>> = {
  400: example(
    "O corpo ou um parâmetro não serve; `details` tem todos os itens.",
    new Refusal([
      bodyErrors.failure("required", { pointer: "/name", allowed: "string" }),
      bodyErrors.failure("wrong_type", { pointer: "/price/listPrice", received: "caro", allowed: "number", params: { type: "string" } }),
    ]),
  ),
  406: example(
    "`Accept` exclui JSON.",
    httpErrors.refuse("not_acceptable", { pointer: "header.Accept", received: "text/html", allowed: "application/json" }),
  ),
  408: example("A requisição não chegou inteira a tempo.", httpErrors.refuse("request_timeout")),
  409: example(
    "Já existe, ou está em andamento.",
    idempotencyErrors.refuse("idempotency_in_flight", { pointer: "header.Idempotency-Key" }),
  ),
  410: example(
    "Os eventos pedidos já não são mostrados.",
    eventErrors.refuse("events_expired", { pointer: "query.after", received: 12, allowed: 4711, params: { after: 4710 } }),
  ),
  412: example(
    "`If-Match` não é o que está registrado; nada foi gravado.",
    stockErrors.refuse("stock_version_differs", {
      pointer: "header.If-Match",
      received: '"6"',
      allowed: '"7"',
      params: { physical: 25, reserved: 2 },
    }),
  ),
  413: example("O corpo é grande demais.", httpErrors.refuse("payload_too_large", { params: { limitBytes: 1_048_576 } })),
  415: example(
    "`Content-Type` ou `Content-Encoding` errado.",
    httpErrors.refuse("unsupported_media_type", { pointer: "header.Content-Type", received: "text/plain" }),
  ),
  422: example(
    "Uma regra do marketplace impede.",
    idempotencyErrors.refuse("idempotency_key_reused", { pointer: "header.Idempotency-Key" }),
  ),
  500: example("Erro inesperado; informe o `requestId` ao suporte.", httpErrors.refuse("unexpected")),
  503: example("Sobrecarga ou indisponibilidade; repita após `Retry-After`.", httpErrors.refuse("overloaded")),
};

/** Example refusals in the seller documents, by status. */
const SELLER_API_REFUSALS: Readonly<Record<number, RefusalExample>> = {
  ...COMMON_REFUSALS,
  401: example("Credencial ausente ou inválida.", sellerErrors.refuse("credential_missing", { received: "access_token" })),
  403: example("A credencial não tem a permissão, ou é de outro ambiente.", sellerErrors.refuse("scope_missing", { allowed: "products" })),
  429: example(
    "A cota foi usada; repita após `Retry-After`.",
    sellerErrors.refuse("quota_exceeded", { allowed: 250, params: { seconds: 3 } }),
  ),
};

const SELLER_HEADERS =
  "Toda chamada leva dois cabeçalhos, `client_id` (a aplicação) e `access_token` (a aplicação para um lojista). Proxies descartam cabeçalhos com sublinhado se não forem configurados.";
const COMMON_RULES = `
- Recusas têm sempre a forma \`Error\` e dizem tudo o que falhou de uma vez, em português; com \`Accept-Language: en\`, em inglês.
- Nos corpos, números também podem vir como textos (\`"25"\`, \`"12.50"\`), \`null\` é o mesmo que ausente, e chaves desconhecidas são ignoradas. Nas respostas, números são sempre números.
- \`Idempotency-Key\` em POST, PUT e PATCH: a mesma chave responde, por 24 h, o que foi respondido da primeira vez.
- Páginas: \`page\` a partir de 0, \`size\` de 1 a 100. Lista vazia ou depois do fim: 204.`;

const PORTAL_RULES = `
- Recusas têm sempre a forma \`Error\` e dizem tudo o que falhou de uma vez, em português; com \`Accept-Language: en\`, em inglês.
- Nos corpos, \`null\` é o mesmo que ausente, e chaves desconhecidas são ignoradas.`;

/** The info of each API's document. Lists of APIs follow the order of these entries. */
export const DOCUMENT_INFO: Readonly<Record<Api, OwnInfo>> = {
  v1: {
    title: "Vitrine: API do lojista v1",
    description: `Pedidos, dados de referência e o que cerca uma integração. ${SELLER_HEADERS}\n${COMMON_RULES}`,
    tags: {
      Painel: "O que espera pelo lojista, em números.",
      "Dados de referência": "O vocabulário do marketplace: marcas, cores, sabores, tamanhos, departamentos, tipos e atributos.",
      Produtos: "Procurar nos produtos, com o que é preciso para agir: preço, estoque, a primeira crítica.",
      Estoques: "Os estoques em uma lista, e os que pedem atenção.",
      Pedidos: "Ler pedidos, criar pedidos de teste, e o que aconteceu com cada um.",
      Entregas: "Mover entregas: aprovada, faturada, enviada, entregue, cancelada.",
      "Notas fiscais": "Ensaiar o faturamento e baixar notas.",
      Lotes: "Muitos movimentos de pedidos de uma vez, com o resultado de cada um.",
      Eventos: "O que aconteceu com produtos e pedidos, em ordem e sem lacunas.",
      Notificações: "Os mesmos eventos, enviados a um endereço seu, assinados.",
      Mudanças: "Tudo o que pode quebrar a integração, com data e o que fazer.",
      "Credenciais e cota": "As credenciais da própria aplicação, e o que resta da cota.",
      "Validação técnica": "A lista de chamadas que leva uma integração à produção.",
      "Registro de chamadas": "O que foi pedido e respondido, as recusas por código, e repetir uma chamada.",
      Pessoas: "Quem trabalha para o lojista no portal, e com que papel.",
      Sandbox: "O que só existe no sandbox.",
    },
    authenticationErrors: SELLER_REFUSALS,
    refusals: {
      ...SELLER_API_REFUSALS,
      404: example("Não existe.", moveErrors.refuse("order_unknown", { pointer: "path.orderNumber", received: "217350000584167" })),
      409: example(
        "Já existe, ou está em andamento.",
        purchaseErrors.refuse("order_number_registered", { pointer: "/orderNumber", received: "217350000584167" }),
      ),
      422: example(
        "Uma regra do marketplace impede.",
        purchaseErrors.refuse("item_insufficient", {
          pointer: "/items/0",
          received: 5,
          allowed: 2,
          params: { sku: "TEN-BRISA-PRETO-39" },
        }),
      ),
    },
    webhooks: WEBHOOKS,
  },
  v2: {
    title: "Vitrine: API do lojista v2",
    description: `Produtos, sua publicação, preços e estoques. ${SELLER_HEADERS}\n${COMMON_RULES}`,
    tags: {
      Produtos: "Publicar e ler produtos; ensaiar uma publicação sem gravar nada.",
      "Status e críticas": "Onde cada produto está na publicação, e tudo o que há a corrigir.",
      Mudanças: "Pedir mudanças em produtos fechados, e acompanhá-las campo por campo.",
      Preços: "Preços 'de' e 'por', antes e depois da aprovação.",
      Estoques: "O estoque físico; o marketplace desconta as reservas.",
      Lotes: "Muitas linhas de uma vez: produtos, preços e estoques; resultados enquanto andam, pausa, cancelamento, volta.",
    },
    authenticationErrors: SELLER_REFUSALS,
    refusals: {
      ...SELLER_API_REFUSALS,
      404: example("Não existe.", productErrors.refuse("product_unknown", { pointer: "path.sku", received: "TEN-BRISA-PRETO-39" })),
      422: example(
        "Uma regra do marketplace impede.",
        pricingErrors.refuse("sale_price_above_list_price", { pointer: "/salePrice", received: 299.9, allowed: 249.9 }),
      ),
    },
    webhooks: [],
  },
  operator: {
    title: "Vitrine: API do operador",
    description: `O lado do marketplace. Toda chamada leva \`Authorization: Bearer\` com uma chave de operador, que tem um papel; tudo o que altera algo fica no registro de auditoria.\n${COMMON_RULES}`,
    tags: {
      Painel: "O que espera por alguém do marketplace, em números.",
      "Lojistas e aplicações": "Quem vende, e as aplicações que chamam por eles.",
      Credenciais: "Emitir, girar e revogar credenciais de lojistas.",
      "Chaves de operador": "Quem opera o marketplace, e com que papel.",
      Pessoas: "Quem entra no portal: a equipe do marketplace, e as de lojistas.",
      Auditoria: "O que operadores alteraram, em uma cadeia que se confere.",
      "Dados de referência": "Listas, já ou numa data, com o impacto contado antes.",
      Regras: "Mínimos de família e de estoque e outras regras da publicação.",
      "Revisão de produtos": "A fila do catálogo: reservar, aprovar ou criticar, desfazer; motivos, e regras que aprovam sozinhas.",
      "Mudanças de produtos": "O que lojistas pedem para mudar: decidir campo por campo; as regras que decidem sem uma pessoa.",
      Produtos: "Um produto de qualquer lojista: como está, como era, e o que lhe aconteceu.",
      Estoques: "Conferir estoques com os seus livros.",
      Pedidos: "Registrar compras, ler e mover pedidos; ver o cliente, com motivo.",
      Trocas: "Abrir trocas e registrar devoluções.",
      Fulfillment: "Inscrever produtos; faturar, enviar e entregar pelo operador.",
      "Eventos e notificações": "O que foi contado a lojistas, e o que falta entregar.",
      "Validação técnica": "Acompanhar, marcar e decidir validações.",
      "Registro de chamadas": "As chamadas de todos, e as recusas por código.",
      Saúde: "O que espera, desde quando, e o que precisa de alguém.",
      Relógio: "Só no sandbox: adiantar, parar e voltar o relógio.",
      Simuladores: "Só no sandbox: compradores, banco, transportadoras e revisores simulados.",
      "Falhas de propósito": "Só no sandbox: o que falha, com que chance e para quem.",
    },
    authenticationErrors: OPERATOR_REFUSALS,
    refusals: {
      ...COMMON_REFUSALS,
      401: example("Chave de operador ausente ou inválida.", sellerErrors.refuse("operator_key_missing")),
      403: example("O papel da chave não pode isto.", sellerErrors.refuse("role_missing", { received: "support", allowed: ["catalog"] })),
      404: example("Não existe.", sellerErrors.refuse("seller_unknown", { pointer: "path.sellerId", received: 9999 })),
    },
    webhooks: [],
  },
  portal: {
    title: "Vitrine: API do portal",
    description: `Pessoas e as suas sessões. As páginas do portal chamam também as APIs do lojista e do operador, com a sessão no lugar de credenciais: na do lojista, com \`Vitrine-Seller: 1001\`. O que altera algo pede \`Vitrine-Portal: 1\` e vem de páginas deste mesmo endereço.\n${PORTAL_RULES}`,
    tags: {
      "Entrar e sair": "Sessões: entrar com senha, chave de acesso ou convite; ver e terminar as próprias.",
      "A própria conta": "Nome, língua e senha.",
      "Chaves de acesso": "Entrar sem senha, com o aparelho ou o gerenciador de senhas.",
      "Códigos do autenticador": "O segundo fator de quem entra com senha.",
      Convites: "Fazer parte de uma equipe, ou voltar a entrar.",
      Imagens: "As imagens dos produtos, que as páginas mostram.",
    },
    authenticationErrors: PERSON_REFUSALS,
    refusals: {
      ...COMMON_REFUSALS,
      401: example("Sem sessão, ou quem entra não é quem diz.", peopleErrors.refuse("session_missing")),
      403: example(
        "A chamada não veio de uma página do portal, ou a sessão é velha demais para isto.",
        peopleErrors.refuse("portal_header_missing", { pointer: "header.Vitrine-Portal", received: "-" }),
      ),
      404: example(
        "Não existe.",
        peopleErrors.refuse("session_unknown", { pointer: "path.sessionId", received: "ses_8Jf3TqW6nBx2KcP5sMyV" }),
      ),
      422: example("Uma regra impede.", peopleErrors.refuse("password_short", { pointer: "/password", received: 8, allowed: 12 })),
      429: example(
        "Muitas tentativas de entrar; repita após `Retry-After`.",
        peopleErrors.refuse("sign_ins_exceeded", { params: { seconds: 60 } }),
      ),
    },
    webhooks: [],
  },
};
