import {
  booleanField,
  dateTimeField,
  describedAs,
  enumOf,
  int32Field,
  namedObject,
  operation,
  optional,
  textField,
} from "../../platform/contract/index.ts";
import { peopleErrors } from "../errors.ts";
import { FOREIGN_PAGE, authenticatorOptions, invitationCode, Me, personName, PORTAL_DOOR, PORTAL_OPERATION } from "../shapes.ts";
import { emailField } from "../email.ts";

const TAG = { tag: "Convites" } as const;
const InvitationBody = namedObject("InvitationCodeBody", "O convite.", { invitation: invitationCode });
const bodyExample = { invitation: "vin_0000000000000000000000000000000000000000000000000" };

export const readInvitation = operation({
  ...PORTAL_DOOR,
  ...TAG,
  id: "readInvitation",
  method: "POST",
  path: "/portal/v1/invitations/view",
  summary: "Mostra um convite a quem tem o código",
  description: "Para quem e para quê. O código vai no corpo, para que não fique em endereços e registros.",
  body: InvitationBody,
  bodyExample,
  replies: {
    200: {
      description: "O convite.",
      schema: namedObject("InvitationView", "Um convite, para quem o recebeu.", {
        kind: enumOf(["join", "reset"], {
          description: "Para quê.",
          meanings: { join: "Fazer parte de uma equipe.", reset: "Voltar a entrar, com outra senha ou chave." },
          examples: ["join"],
        }),
        email: optional(describedAs(emailField, { description: "De quem é; ausente = quem aceita diz o seu." })),
        name: personName,
        sellerId: optional(int32Field("Código do lojista, quando é a equipe de um.", 1001)),
        sellerName: optional(textField("Nome do lojista.", "Loja Aurora")),
        role: optional(textField("O papel.", "catalogue")),
        isRegistered: booleanField("A pessoa já entra no portal com este e-mail: que entre, e aceite depois.", false),
        expiresAt: dateTimeField("Até quando serve."),
      }),
    },
  },
  refuses: [...FOREIGN_PAGE, peopleErrors.invitation_invalid],
});
export const invitationPasskeyOptions = operation({
  ...PORTAL_DOOR,
  ...TAG,
  id: "invitationPasskeyOptions",
  method: "POST",
  path: "/portal/v1/invitations/passkey-options",
  summary: "Dá as opções para aceitar um convite com uma chave de acesso",
  description: "A resposta do autenticador vai depois, com o convite, em `POST /portal/v1/session`.",
  body: InvitationBody,
  bodyExample,
  replies: {
    200: {
      description: "As opções.",
      schema: namedObject("AuthenticatorOptions", "As opções para o autenticador do navegador.", { options: authenticatorOptions }),
    },
  },
  refuses: [...FOREIGN_PAGE, peopleErrors.invitation_invalid, peopleErrors.passkeys_unavailable],
});
export const acceptInvitation = operation({
  ...PORTAL_OPERATION,
  ...TAG,
  id: "acceptInvitation",
  method: "POST",
  path: "/portal/v1/invitations/accept",
  summary: "Aceita um convite na própria conta",
  description: "Para quem já entra no portal com o e-mail do convite. A sessão recebe outro cookie na chamada seguinte.",
  body: InvitationBody,
  bodyExample,
  replies: { 200: { description: "A pessoa, com o que pode agora.", schema: Me } },
  refuses: [...FOREIGN_PAGE, peopleErrors.invitation_invalid, peopleErrors.invitation_of_another],
});
