import { namedObject, optional, text } from "../platform/contract/index.ts";

const short = (description: string, example: string, maxLength = 100) => optional(text({ maxLength, description, examples: [example] }));
const code = (description: string, example: string, maxLength: number) =>
  optional(text({ maxLength, also: "integer", description, examples: [example] }));

/** Field for a value that is part of a person's data but does not identify the person. It may appear in logs. */
const openText = (description: string, example: string, maxLength = 60) =>
  optional(text({ maxLength, personal: false, description, examples: [example] }));

/** Fields of a customer's address, without the state. */
export const addressFields = {
  street: short("Rua, avenida ou praça.", "Rua das Laranjeiras", 200),
  number: code("Número do imóvel.", "120", 20),
  complement: short("Complemento.", "Apto. 31"),
  reference: short("Ponto de referência.", "Perto da praça", 200),
  neighborhood: short("Bairro.", "Centro"),
  postalCode: code("CEP, com ou sem hífen.", "01310-100", 20),
  // A city does not identify a person.
  city: openText("Município.", "São Paulo", 100),
};
/** Fields that identify a customer. */
export const customerFields = {
  document: code("CPF ou CNPJ.", "12345678909", 20),
  stateInscription: code("Inscrição estadual, de empresas.", "110042490114", 30),
  customerName: short("Quem comprou.", "Maria da Silva", 200),
  recipientName: short("Quem recebe.", "João da Silva", 200),
  tradeName: short("Nome fantasia, de empresas.", "Silva Esportes", 200),
  cellPhone: code("Celular, com DDD.", "11987654321", 30),
  landLine: code("Telefone fixo, com DDD.", "1131234567", 30),
};
/** The customer as orders show it (seed 2.5). */
export const Customer = namedObject(
  "Customer",
  "Quem comprou e onde recebe. Mascarado e depois esquecido quando já não é preciso.",
  {
    ...customerFields,
    address: optional(
      namedObject("Address", "Onde a entrega é recebida.", {
        ...addressFields,
        state: openText("Estado, em duas letras.", "SP"),
        stateName: openText("Nome do estado.", "São Paulo"),
      }),
    ),
  },
  { personal: true, examples: [{ stateInscription: undefined, tradeName: undefined }] },
);
