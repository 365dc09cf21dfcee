import { badRequest, businessRule, errorCatalogue } from "../../platform/contract/index.ts";

/**
 * All problems that an invoice can have. The rules (rules.ts) define which problems refuse the request, and which are noted on the order's
 * invoice. Notes are stored with the order, so they contain no data of the customer.
 */
export const invoiceErrors = errorCatalogue({
  invoice_issue_date_in_future: badRequest({
    "pt-BR": "O issueDate {received} ainda está no futuro; envie a data de emissão que está na nota (dhEmi).",
    en: "The issueDate {received} is still in the future; send the issue date that stands in the invoice (dhEmi).",
  }),

  access_key_length: badRequest({
    "pt-BR": 'A chave de acesso "{received}" tem {length} posições; envie as 44, sem espaços e sem pontuação.',
    en: 'The access key "{received}" has {length} positions; send all 44, without spaces and punctuation.',
  }),
  access_key_characters: badRequest({
    "pt-BR":
      'A chave de acesso "{received}" tem "{character}" na posição {position}; letras cabem somente nas posições 7 a 18, do CNPJ, e nas outras só algarismos.',
    en: 'The access key "{received}" has "{character}" at position {position}; letters fit at positions 7 to 18 only, those of the CNPJ, and only digits elsewhere.',
  }),
  access_key_model: badRequest({
    "pt-BR": "A chave de acesso é do modelo {received} (posições 21 e 22); envie a de uma NF-e, modelo 55 (o 65 é cupom de loja, NFC-e).",
    en: "The access key is of model {received} (positions 21 and 22); send that of an NF-e, model 55 (65 is a till's NFC-e).",
  }),
  access_key_check_digit: badRequest({
    "pt-BR":
      "O dígito verificador da chave de acesso (posição 44) é {expected}, e veio {received}; há algum caractere trocado, copie a chave de novo.",
    en: "The check digit of the access key (position 44) is {expected}, and {received} came; some character is wrong, copy the key again.",
  }),
  access_key_state: badRequest({
    "pt-BR": "A chave de acesso começa por {received}, que não é código de nenhuma UF no IBGE; confira a chave no DANFE.",
    en: "The access key begins with {received}, which is no federative unit's IBGE code; check the key on the DANFE.",
  }),
  access_key_month: badRequest({
    "pt-BR": "A chave de acesso tem {received} como ano e mês de emissão (posições 3 a 6, AAMM), e o mês não existe; confira a chave.",
    en: "The access key has {received} as year and month of issue (positions 3 to 6, YYMM), and there is no such month; check the key.",
  }),
  access_key_issuer: badRequest({
    "pt-BR": "O emitente na chave de acesso (posições 7 a 20), {received}, não é um CNPJ ou CPF válido; confira a chave no DANFE.",
    en: "The issuer in the access key (positions 7 to 20), {received}, is no valid CNPJ or CPF; check the key on the DANFE.",
  }),
  access_key_emission_type: badRequest({
    "pt-BR": "A chave de acesso tem o tipo de emissão {received} (posição 35), que não existe no modelo 55; confira a chave.",
    en: "The access key has emission type {received} (position 35), which model 55 does not have; check the key.",
  }),
  access_key_numeric_code: badRequest({
    "pt-BR":
      "O código numérico da chave de acesso (posições 36 a 43), {received}, é óbvio ou igual ao número da nota, o que a SEFAZ rejeita (NT 2019.001); confira a chave.",
    en: "The numeric code of the access key (positions 36 to 43), {received}, is obvious or equal to the invoice number, which SEFAZ rejects (NT 2019.001); check the key.",
  }),
  access_key_number_differs: badRequest({
    "pt-BR": "O campo number veio como {received}, e o número na chave de acesso é {expected}; envie os dois da mesma nota.",
    en: "The field number came as {received}, and the number in the access key is {expected}; send both of the same invoice.",
  }),
  access_key_line_differs: badRequest({
    "pt-BR": "O campo line veio como {received}, e a série na chave de acesso é {expected}; envie as duas da mesma nota.",
    en: "The field line came as {received}, and the series in the access key is {expected}; send both of the same invoice.",
  }),
  access_key_used: businessRule(400, {
    "pt-BR": "A chave de acesso {received} já foi usada em outro pedido; cada pedido precisa da sua própria nota.",
    en: "The access key {received} was already used for another order; every order needs an invoice of its own.",
  }),

  danfe_too_large: badRequest({
    "pt-BR": "O danfeXml tem {bytes} bytes; o máximo é {allowed}. Envie somente o procNFe, sem anexos.",
    en: "The danfeXml has {bytes} bytes; the maximum is {allowed}. Send the procNFe alone, without attachments.",
  }),
  danfe_sent_twice: badRequest({
    "pt-BR": "Vieram danfeXml e danfeFile; envie um dos dois.",
    en: "Both danfeXml and danfeFile came; send one of the two.",
  }),
  danfe_empty: badRequest({
    "pt-BR": "O danfeXml está vazio ou só tem espaços; envie o XML autorizado (procNFe).",
    en: "The danfeXml is empty, or nothing but spaces; send the authorised XML (procNFe).",
  }),
  danfe_not_xml: badRequest({
    "pt-BR": "O danfeXml não é XML, e sim {kind}: {advice}.",
    en: "The danfeXml is not XML but {kind}: {advice}.",
  }),
  danfe_space_first: badRequest({
    "pt-BR":
      "O danfeXml tem espaços ou quebras de linha antes da declaração <?xml, que começa na linha {line}, coluna {column}; apague o que vem antes dela.",
    en: "The danfeXml has spaces or line breaks before its declaration <?xml, which begins at line {line}, column {column}; delete what stands before it.",
  }),
  danfe_control_character: badRequest({
    "pt-BR":
      "O danfeXml tem o caractere {character} na linha {line}, coluna {column}, que um XML não pode ter; envie o arquivo como foi autorizado.",
    en: "The danfeXml has the character {character} at line {line}, column {column}, which no XML may have; send the file as it was authorised.",
  }),
  danfe_doctype: badRequest({
    "pt-BR": "O danfeXml tem DOCTYPE (linha {line}), que uma NF-e não tem; envie o XML como foi autorizado.",
    en: "The danfeXml has a DOCTYPE (line {line}), which no NF-e has; send the XML as it was authorised.",
  }),
  danfe_malformed: badRequest({
    "pt-BR": "O danfeXml não é um XML bem formado: linha {line}, coluna {column} ({reason}). Envie o arquivo como foi autorizado.",
    en: "The danfeXml is no well-formed XML: line {line}, column {column} ({reason}). Send the file as it was authorised.",
  }),
  danfe_too_deep: badRequest({
    "pt-BR": "O danfeXml tem elementos a mais de {allowed} níveis (linha {line}), o que uma NF-e não tem; envie o XML como foi autorizado.",
    en: "The danfeXml has elements deeper than {allowed} levels (line {line}), which no NF-e has; send the XML as it was authorised.",
  }),
  danfe_too_many_elements: badRequest({
    "pt-BR": "O danfeXml tem mais de {allowed} elementos, o que uma NF-e não tem; envie o XML como foi autorizado.",
    en: "The danfeXml has more than {allowed} elements, which no NF-e has; send the XML as it was authorised.",
  }),
  danfe_too_many_attributes: badRequest({
    "pt-BR":
      "O danfeXml tem um elemento com mais de {allowed} atributos (linha {line}), o que uma NF-e não tem; envie o XML como foi autorizado.",
    en: "The danfeXml has an element with more than {allowed} attributes (line {line}), which no NF-e has; send the XML as it was authorised.",
  }),
  danfe_root: badRequest({
    "pt-BR":
      'A raiz do danfeXml é <{root}> no espaço de nomes "{namespace}"; envie o documento autorizado, <nfeProc> em "{allowed}", com a NF-e e o protocolo.',
    en: 'The root of the danfeXml is <{root}> in the namespace "{namespace}"; send the authorised document, <nfeProc> in "{allowed}", with the NF-e and its protocol.',
  }),
  danfe_layout: badRequest({
    "pt-BR": "O danfeXml usa o leiaute {layout} (infNFe/@versao), que a SEFAZ já não autoriza; envie uma nota do leiaute {allowed}.",
    en: "The danfeXml uses layout {layout} (infNFe/@versao), which SEFAZ no longer authorises; send an invoice of layout {allowed}.",
  }),
  danfe_element_missing: badRequest({
    "pt-BR": "Falta {element} no danfeXml; envie o XML como foi autorizado.",
    en: "{element} is missing in the danfeXml; send the XML as it was authorised.",
  }),
  danfe_element_repeated: badRequest({
    "pt-BR": "O danfeXml tem {element} mais de uma vez; envie o XML como foi autorizado.",
    en: "The danfeXml has {element} more than once; send the XML as it was authorised.",
  }),
  danfe_element_invalid: badRequest({
    "pt-BR": 'O danfeXml tem "{value}" em {element}, que não é um valor possível ali; envie o XML como foi autorizado.',
    en: 'The danfeXml has "{value}" at {element}, which is no possible value there; send the XML as it was authorised.',
  }),

  danfe_key_differs: badRequest({
    "pt-BR": "O campo key veio como {received}, e o danfeXml é da nota {expected}; envie os dois da mesma nota.",
    en: "The field key came as {received}, and the danfeXml is of invoice {expected}; send both of the same invoice.",
  }),
  danfe_protocol_key_differs: badRequest({
    "pt-BR": "O protocolo do danfeXml é da nota {received} (chNFe), e a nota é {expected} (infNFe/@Id); envie a nota com o protocolo dela.",
    en: "The protocol of the danfeXml is of invoice {received} (chNFe), and the invoice is {expected} (infNFe/@Id); send the invoice with its own protocol.",
  }),
  danfe_number_differs: badRequest({
    "pt-BR": "O campo number veio como {received}, e o número no danfeXml (nNF) é {expected}; envie os dois da mesma nota.",
    en: "The field number came as {received}, and the number in the danfeXml (nNF) is {expected}; send both of the same invoice.",
  }),
  danfe_line_differs: badRequest({
    "pt-BR": "O campo line veio como {received}, e a série no danfeXml (serie) é {expected}; envie as duas da mesma nota.",
    en: "The field line came as {received}, and the series in the danfeXml (serie) is {expected}; send both of the same invoice.",
  }),
  danfe_issue_date_differs: badRequest({
    "pt-BR": "O issueDate é {received}, e a emissão no danfeXml (dhEmi) é {expected}; envie a data de emissão da nota.",
    en: "The issueDate is {received}, and the issue in the danfeXml (dhEmi) is {expected}; send the invoice's issue date.",
  }),
  danfe_issue_time_differs: badRequest({
    "pt-BR":
      "O issueDate é {received}, do mesmo dia que a emissão no danfeXml (dhEmi), {expected}, mas não da mesma hora; envie a hora também.",
    en: "The issueDate is {received}, of the same day as the issue in the danfeXml (dhEmi), {expected}, but not of the same time; send the time too.",
  }),
  danfe_key_part_differs: badRequest({
    "pt-BR": "A chave de acesso tem {expected} onde o danfeXml tem {value} em {element}; envie o XML como foi autorizado.",
    en: "The access key has {expected} where the danfeXml has {value} at {element}; send the XML as it was authorised.",
  }),

  danfe_not_authorized: badRequest({
    "pt-BR": "O protocolo do danfeXml tem cStat {received}; envie uma nota autorizada, cStat {allowed}.",
    en: "The protocol of the danfeXml has cStat {received}; send an authorised invoice, cStat {allowed}.",
  }),
  danfe_denied: badRequest({
    "pt-BR": "O uso da nota foi denegado (cStat {received}), e ela não serve para nenhuma venda; resolva a situação fiscal e emita outra.",
    en: "The use of the invoice was denied (cStat {received}), and it serves no sale; settle the tax situation and issue another one.",
  }),
  danfe_environment: badRequest({
    "pt-BR":
      "O danfeXml tem tpAmb {received}, e este ambiente aceita {allowed} (1 produção, 2 homologação); envie a nota do ambiente certo.",
    en: "The danfeXml has tpAmb {received}, and this environment takes {allowed} (1 production, 2 homologation); send the invoice of the right environment.",
  }),
  danfe_canceled: badRequest({
    "pt-BR": "A nota foi cancelada: o danfeXml traz o evento {event} ({name}), registrado {registration}; emita outra nota para o pedido.",
    en: "The invoice was canceled: the danfeXml carries event {event} ({name}), registered {registration}; issue another invoice for the order.",
  }),
  danfe_event: badRequest({
    "pt-BR": "Depois do protocolo, o danfeXml traz o evento {event} ({name}), {outcome}; isso não impede o faturamento.",
    en: "After the protocol, the danfeXml carries event {event} ({name}), {outcome}; that does not stand in the way of invoicing.",
  }),

  danfe_issuer_differs: badRequest({
    "pt-BR": "A nota foi emitida por {received}, e o lojista é {expected}; envie uma nota da própria empresa.",
    en: "The invoice was issued by {received}, and the seller is {expected}; send an invoice of the seller's own company.",
  }),
  danfe_issuer_branch: badRequest({
    "pt-BR": "A nota foi emitida por {received}, outro estabelecimento da empresa {expected}; confira se é a filial certa.",
    en: "The invoice was issued by {received}, another establishment of the company {expected}; check that it is the right branch.",
  }),

  danfe_not_a_sale: badRequest({
    "pt-BR": "A nota não é uma venda: tpNF {direction}, finNFe {purpose}; uma venda é de saída (1) e normal (1).",
    en: "The invoice is no sale: tpNF {direction}, finNFe {purpose}; a sale is outgoing (1) and normal (1).",
  }),
  danfe_recipient_differs: badRequest({
    "pt-BR": "O destinatário da nota não é o cliente do pedido; confira o CPF ou CNPJ em dest e se a nota é deste pedido.",
    en: "The recipient of the invoice is not the order's customer; check the CPF or CNPJ in dest, and that the invoice is this order's.",
  }),
  danfe_total_differs: badRequest({
    "pt-BR": "O total da nota (vNF) é R$ {received:reais}, e o do pedido R$ {expected:reais}; confira produtos, descontos e frete.",
    en: "The invoice's total (vNF) is R$ {received:reais}, and the order's R$ {expected:reais}; check products, discounts and freight.",
  }),
  danfe_marketplace_missing: badRequest({
    "pt-BR": "A nota não informa o marketplace; emita com indIntermed 1 e infIntermed/CNPJ {expected} (NT 2020.006).",
    en: "The invoice does not tell the marketplace; issue it with indIntermed 1 and infIntermed/CNPJ {expected} (NT 2020.006).",
  }),
  danfe_marketplace_differs: badRequest({
    "pt-BR": "A nota informa {received} como intermediador (infIntermed/CNPJ), e o marketplace é {expected}; corrija no seu emissor.",
    en: "The invoice tells {received} as intermediary (infIntermed/CNPJ), and the marketplace is {expected}; mend it in your issuing system.",
  }),
  danfe_packages_differ: badRequest({
    "pt-BR": "O campo volume veio como {received}, e a nota tem {expected} volumes (transp/vol/qVol); confira a quantidade.",
    en: "The field volume came as {received}, and the invoice has {expected} packages (transp/vol/qVol); check the quantity.",
  }),

  danfe_unsigned: badRequest({
    "pt-BR": "O danfeXml não tem assinatura (Signature com DigestValue); envie o XML como foi autorizado.",
    en: "The danfeXml has no signature (Signature with DigestValue); send the XML as it was authorised.",
  }),
  danfe_protocol_digest_differs: badRequest({
    "pt-BR": "O resumo no protocolo (digVal) é {received}, e o da assinatura (DigestValue) {expected}: o protocolo é de outro conteúdo.",
    en: "The digest in the protocol (digVal) is {received}, and that of the signature (DigestValue) {expected}: the protocol is of other content.",
  }),
  danfe_prefixed: badRequest({
    "pt-BR":
      "O danfeXml tem elementos com prefixo, como <{element}>, que a SEFAZ não autoriza (rejeição 404): outro sistema reescreveu a nota, e a assinatura não confere; envie o arquivo como foi autorizado.",
    en: "The danfeXml has elements with a prefix, such as <{element}>, which SEFAZ does not authorise (rejection 404): another system rewrote the invoice, and its signature does not match; send the file as it was authorised.",
  }),
  danfe_misread: badRequest({
    "pt-BR":
      'O danfeXml tem "{received}" na linha {line}, coluna {column}: o arquivo foi lido em outra codificação que não a dele, e a assinatura não confere; leia-o na codificação que a sua declaração diz.',
    en: 'The danfeXml has "{received}" at line {line}, column {column}: the file was read in another encoding than its own, and its signature does not match; read it in the encoding that its declaration tells.',
  }),
  danfe_encoding_differs: badRequest({
    "pt-BR":
      "O arquivo declara {received} e está em {expected}; salve-o na codificação que declara, ou outros sistemas vão ler letras trocadas.",
    en: "The file declares {received} and is in {expected}; save it in the encoding it declares, or other systems will read wrong letters.",
  }),
  danfe_digest_differs: badRequest({
    "pt-BR":
      "O conteúdo do danfeXml não é mais o que foi assinado: o resumo seria {expected}, e a assinatura tem {received}; envie o arquivo sem reformatar.",
    en: "The content of the danfeXml is no longer what was signed: its digest would be {expected}, and the signature has {received}; send the file without reformatting it.",
  }),
});

/** A code of the catalogue. */
export type InvoiceCode = (typeof invoiceErrors.codes)[number];
