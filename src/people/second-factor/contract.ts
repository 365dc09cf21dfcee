import { namedObject, operation, text } from "../../platform/contract/index.ts";
import { peopleErrors } from "../errors.ts";
import { FOREIGN_PAGE, Me, PORTAL_OPERATION } from "../shapes.ts";

const ofCodes = { ...PORTAL_OPERATION, tag: "Códigos do autenticador" } as const;
const BASE = "/portal/v1/time-based-codes";

export const beginTimeBasedCodes = operation({
  ...ofCodes,
  id: "beginTimeBasedCodes",
  method: "POST",
  path: BASE,
  summary: "Dá um segredo novo para um aplicativo autenticador",
  description: "Só vale depois de confirmado com um código. Quem entrou há mais de 15 minutos entra de novo antes.",
  replies: {
    201: {
      description: "O segredo; aparece só nesta resposta.",
      schema: namedObject("TimeBasedCodesSecret", "O segredo de códigos de 6 algarismos, um a cada 30 s (RFC 6238).", {
        secret: text({ secret: true, description: "O segredo em base 32, para digitar.", examples: ["JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"] }),
        address: text({
          secret: true,
          description: "O endereço para um código QR.",
          examples: ["otpauth://totp/Vitrine:ana%40loja-aurora.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Vitrine"],
        }),
      }),
    },
  },
  refuses: [...FOREIGN_PAGE, peopleErrors.codes_active, peopleErrors.sign_in_again],
});
export const confirmTimeBasedCodes = operation({
  ...ofCodes,
  id: "confirmTimeBasedCodes",
  method: "PUT",
  path: BASE,
  summary: "Passa a pedir um código a quem entra com a senha",
  description: "Confirma o segredo com um código dele.",
  body: namedObject("TimeBasedCodeBody", "Um código do segredo novo.", {
    code: text({ pattern: "^[0-9]{6}$", secret: true, description: "Os 6 algarismos.", examples: ["492039"] }),
  }),
  bodyExample: { code: "492039" },
  replies: { 200: { description: "A pessoa: a senha pede um código a partir de agora.", schema: Me } },
  refuses: [...FOREIGN_PAGE, peopleErrors.codes_active, peopleErrors.codes_not_begun, peopleErrors.code_not_confirmed],
});
export const endTimeBasedCodes = operation({
  ...ofCodes,
  id: "endTimeBasedCodes",
  confidential: false,
  method: "DELETE",
  path: BASE,
  summary: "Deixa de pedir códigos",
  description: "Quem entrou há mais de 15 minutos entra de novo antes.",
  replies: { 204: { description: "A senha basta." } },
  refuses: [...FOREIGN_PAGE, peopleErrors.sign_in_again],
});
