import { errorCatalogue } from "../contract/errors.ts";

/** Refusals that belong to no particular operation. They come from all layers: router, parser, limits, database. */
export const httpErrors = errorCatalogue({
  route_unknown: {
    status: 404,
    type: "Resource_Not_Found",
    text: {
      "pt-BR": "O endereço {received} não existe; confira a versão (/api/v1, /api/v2) e o caminho na documentação.",
      en: "The address {received} does not exist; check the version (/api/v1, /api/v2) and the path in the documentation.",
    },
  },
  route_elsewhere: {
    status: 404,
    type: "Resource_Not_Found",
    text: {
      "pt-BR": "O endereço {received} não existe aqui; quem faz isso é {allowed}.",
      en: "The address {received} does not exist here; what does this is {allowed}.",
    },
  },
  method_not_allowed: {
    status: 405,
    type: "Method_Not_Allowed",
    text: {
      "pt-BR": "O método {received} não é aceito neste endereço; use {allowed}.",
      en: "The method {received} is not accepted at this address; use {allowed}.",
    },
  },
  address_malformed: {
    status: 400,
    type: "Parameter_Error",
    text: {
      "pt-BR": "O endereço tem uma sequência % inválida; codifique cada caractere especial como %XX.",
      en: "The address has an invalid % sequence; encode each special character as %XX.",
    },
  },
  not_acceptable: {
    status: 406,
    type: "Not_Acceptable",
    text: {
      "pt-BR": "O cabeçalho Accept pede {received}; este endereço responde apenas {allowed}.",
      en: "The Accept header asks for {received}; this address answers {allowed} only.",
    },
  },
  unsupported_media_type: {
    status: 415,
    type: "Unsupported_Media_Type",
    text: {
      "pt-BR": "O corpo veio como {received}; envie Content-Type: application/json (UTF-8).",
      en: "The body came as {received}; send Content-Type: application/json (UTF-8).",
    },
  },
  unsupported_upload_type: {
    status: 415,
    type: "Unsupported_Media_Type",
    text: {
      "pt-BR": "O arquivo veio como {received}; envie Content-Type com um destes: {allowed}.",
      en: "The file came as {received}; send Content-Type with one of these: {allowed}.",
    },
  },
  unsupported_encoding: {
    status: 415,
    type: "Unsupported_Media_Type",
    text: {
      "pt-BR": "O corpo veio com Content-Encoding {received}; envie-o sem compressão.",
      en: "The body came with Content-Encoding {received}; send it uncompressed.",
    },
  },
  payload_too_large: {
    status: 413,
    type: "Payload_Too_Large",
    text: {
      "pt-BR": "O corpo passa do limite de {limitBytes} bytes desta operação; divida o envio.",
      en: "The body exceeds this operation's limit of {limitBytes} bytes; split what you send.",
    },
  },
  body_incomplete: {
    status: 400,
    type: "Bad_Request_Error",
    text: {
      "pt-BR": "O corpo tem tamanho diferente do Content-Length informado; envie o corpo inteiro.",
      en: "The body's size differs from its Content-Length; send the whole body.",
    },
  },
  request_timeout: {
    status: 408,
    type: "Request_Timeout",
    text: {
      "pt-BR": "A requisição não chegou inteira a tempo; envie-a novamente.",
      en: "The request did not arrive whole in time; send it again.",
    },
  },
  request_malformed: {
    status: 400,
    type: "Bad_Request_Error",
    text: {
      "pt-BR": "A requisição HTTP está malformada e não pôde ser lida.",
      en: "The HTTP request is malformed and could not be read.",
    },
  },
  expectation_unmet: {
    status: 417,
    type: "Bad_Request_Error",
    text: {
      "pt-BR": "O cabeçalho Expect pede {received}; este serviço atende apenas {allowed}. Envie a requisição sem ele.",
      en: "The Expect header asks for {received}; this service meets {allowed} only. Send the request without it.",
    },
  },
  headers_too_large: {
    status: 431,
    type: "Bad_Request_Error",
    text: {
      "pt-BR": "Os cabeçalhos passam de 16 KiB; envie menos cabeçalhos ou valores menores.",
      en: "The headers exceed 16 KiB; send fewer headers or smaller values.",
    },
  },
  overloaded: {
    status: 503,
    type: "Internal_Architecture_Error",
    text: {
      "pt-BR": "O serviço está no limite de requisições simultâneas; repita após o tempo do cabeçalho Retry-After.",
      en: "The service is at its limit of simultaneous requests; repeat after the time in the Retry-After header.",
    },
  },
  answers_unread: {
    status: 503,
    type: "Internal_Architecture_Error",
    text: {
      "pt-BR": "Há respostas demais suas que ainda não foram lidas; leia-as e repita após o tempo do cabeçalho Retry-After.",
      en: "Too many of your answers have not been read yet; read them and repeat after the time in the Retry-After header.",
    },
  },
  database_unavailable: {
    status: 503,
    type: "Internal_Architecture_Error",
    text: {
      "pt-BR": "O serviço está temporariamente indisponível; repita após o tempo do cabeçalho Retry-After.",
      en: "The service is temporarily unavailable; repeat after the time in the Retry-After header.",
    },
  },
  unexpected: {
    status: 500,
    type: "Internal_Architecture_Error",
    text: {
      "pt-BR": "Ocorreu um erro inesperado; informe o requestId ao suporte.",
      en: "An unexpected error happened; give the requestId to support.",
    },
  },
});
