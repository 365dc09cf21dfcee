import {
  booleanField,
  bool,
  dateTimeField,
  extendObject,
  int32Field,
  links,
  list,
  namedObject,
  object,
  operation,
  optional,
  PAGE_COUNTS,
  PAGE_QUERY,
  PEOPLE_ONLY,
  text,
  textField,
} from "../../platform/contract/index.ts";
import { operatorKeyContract, sellerErrors, sellerId } from "../../sellers/index.ts";
import { emailField } from "../email.ts";
import { peopleErrors } from "../errors.ts";
import { invitationCode, MembershipShape, PEOPLE_IDS, personName, sellerRole } from "../shapes.ts";

const { operatorRole } = operatorKeyContract;
const TAG = { tag: "Pessoas" } as const;
const ofMarketplace = { ...TAG, api: "operator", audience: "operator", permission: [], confidential: true } as const;
const ofSellers = { ...ofMarketplace, permission: ["integration"] } as const;
const ofTeam = { ...TAG, api: "v1", audience: "seller", permission: PEOPLE_ONLY, confidential: true } as const;

const member = {
  id: textField("Identificador da pessoa.", PEOPLE_IDS.person),
  name: personName,
  email: emailField,
};
const facts = {
  disabled: booleanField("Não pode entrar, ou não por esta equipe.", false),
  passkeys: int32Field("Chaves de acesso que tem.", 1),
  createdAt: dateTimeField("Quando entrou na equipe."),
  lastSignedInAt: optional(dateTimeField("Quando entrou no portal pela última vez; ausente = nunca.")),
};
const OperatorMember = namedObject("MarketplacePerson", "Alguém da equipe do marketplace.", { ...member, role: operatorRole, ...facts });
const SellerMember = namedObject("SellerPerson", "Alguém da equipe de um lojista.", { ...member, role: sellerRole, ...facts });

const PersonShape = namedObject("Person", "Uma pessoa, e onde trabalha.", {
  ...member,
  ...facts,
  memberships: list(
    extendObject("WatchedMembership", MembershipShape, "Onde a pessoa trabalha, e se ainda pode.", {
      disabled: booleanField("Suspensa nesta equipe.", false),
    }),
    { description: "Onde trabalha: o marketplace antes, lojistas por código." },
  ),
});

const invitation = {
  id: textField("Identificador do convite.", PEOPLE_IDS.invitation),
  email: optional(emailField),
  name: personName,
  role: textField("O papel que a pessoa terá.", "catalogue"),
  expiresAt: dateTimeField("Até quando serve."),
};
const Issued = namedObject(
  "IssuedInvitation",
  "Um convite que acaba de ser feito. O código aparece só aqui: entregue o endereço à pessoa.",
  {
    ...invitation,
    role: optional(invitation.role),
    code: invitationCode,
    path: text({
      secret: true,
      description: "A página que o aceita, a partir do endereço do portal.",
      examples: ["/portal/convite#vin_0000"],
    }),
  },
);
const OpenInvitation = namedObject("OpenInvitation", "Um convite que ainda não foi aceito.", {
  ...invitation,
  invitedBy: textField("Quem convidou.", `person:${PEOPLE_IDS.person}`),
  createdAt: dateTimeField("Quando foi feito."),
});
const Invitations = namedObject("OpenInvitationList", "Convites que ainda não foram aceitos.", {
  items: list(OpenInvitation, { description: "Os convites, do mais novo ao mais antigo." }),
});

const personId = text({ maxLength: 100, description: "Identificador da pessoa.", examples: [PEOPLE_IDS.person] });
const invitationId = text({ maxLength: 100, description: "Identificador do convite.", examples: [PEOPLE_IDS.invitation] });
const { page, size } = PAGE_QUERY;
const disabled = bool({ description: "`true` impede de entrar, `false` volta a deixar.", examples: [true] });
const inviteFacts = { email: emailField, name: personName };
const INVITATION_EXAMPLE = { email: "bia@loja-aurora.example", name: "Bia Nunes" } as const;
const issued = { 201: { description: "O convite, com o código.", schema: Issued } } as const;
const revoked = { 204: { description: "O convite já não serve." } } as const;
const removed = { 204: { description: "A pessoa já não faz parte da equipe." } } as const;
const KNOWN = [peopleErrors.person_unknown, peopleErrors.last_administrator] as const;

const pageOf = <Item extends typeof OperatorMember | typeof SellerMember>(name: string, item: Item) => ({
  200: {
    description: "Uma página de pessoas.",
    schema: namedObject(name, "Uma página de pessoas.", {
      items: list(item, { description: "As pessoas, por nome." }),
      ...PAGE_COUNTS,
      links,
    }),
  },
  204: { description: "Ninguém na página." },
});

export const listPeople = operation({
  ...ofMarketplace,
  id: "listPeople",
  method: "GET",
  path: "/operator/v1/people",
  summary: "Lista a equipe do marketplace",
  description: "Por nome, também quem não pode entrar.",
  query: object({ page, size }),
  replies: pageOf("MarketplacePeoplePage", OperatorMember),
});
export const invitePerson = operation({
  ...ofMarketplace,
  id: "invitePerson",
  method: "POST",
  path: "/operator/v1/people",
  summary: "Convida alguém para a equipe do marketplace",
  description: "O código serve uma vez, por 7 dias; um convite anterior ao mesmo e-mail deixa de servir.",
  body: namedObject("MarketplaceInvitationBody", "Quem se convida.", { ...inviteFacts, role: operatorRole }),
  bodyExample: { ...INVITATION_EXAMPLE, role: "catalog" },
  replies: issued,
  refuses: [peopleErrors.already_member],
});
export const getPerson = operation({
  ...ofSellers,
  id: "getPerson",
  method: "GET",
  path: "/operator/v1/people/{personId}",
  summary: "Consulta uma pessoa, do marketplace ou de lojistas",
  description: "Onde trabalha, com que papel, e se pode entrar.",
  parameters: object({ personId }),
  replies: { 200: { description: "A pessoa.", schema: PersonShape } },
  refuses: [peopleErrors.person_unknown],
});
export const changePerson = operation({
  ...ofMarketplace,
  id: "changePerson",
  method: "PATCH",
  path: "/operator/v1/people/{personId}",
  summary: "Altera o papel de alguém do marketplace, ou impede que uma pessoa entre",
  description:
    "`role` é o da equipe do marketplace. `disabled` vale para qualquer pessoa, também de lojistas: as sessões terminam em todos os processos em até 5 s.",
  parameters: object({ personId }),
  body: namedObject("PersonChangeBody", "O que muda.", { role: optional(operatorRole), disabled: optional(disabled) }),
  bodyExample: { disabled: false },
  replies: { 200: { description: "A pessoa, alterada.", schema: PersonShape } },
  refuses: KNOWN,
});
export const removePerson = operation({
  ...ofMarketplace,
  id: "removePerson",
  confidential: false,
  method: "DELETE",
  path: "/operator/v1/people/{personId}",
  summary: "Tira alguém da equipe do marketplace",
  description: "Em todos os processos em até 5 s. O que a pessoa fez fica registrado.",
  parameters: object({ personId }),
  replies: removed,
  refuses: KNOWN,
});
export const resetPerson = operation({
  ...ofMarketplace,
  id: "resetPerson",
  method: "POST",
  path: "/operator/v1/people/{personId}/reset",
  summary: "Dá a alguém um código para voltar a entrar, com outra senha ou chave de acesso",
  description:
    "Senha e chaves de acesso servem até o código ser usado; então deixam de valer, as sessões terminam, e códigos do autenticador deixam de ser pedidos.",
  parameters: object({ personId }),
  replies: issued,
  refuses: [peopleErrors.person_unknown],
});
export const listInvitations = operation({
  ...ofMarketplace,
  id: "listInvitations",
  method: "GET",
  path: "/operator/v1/invitations",
  summary: "Lista os convites abertos para a equipe do marketplace",
  description: "Sem os códigos.",
  replies: { 200: { description: "Os convites.", schema: Invitations } },
});
export const revokeInvitation = operation({
  ...ofMarketplace,
  id: "revokeInvitation",
  confidential: false,
  method: "DELETE",
  path: "/operator/v1/invitations/{invitationId}",
  summary: "Retira um convite para a equipe do marketplace",
  description: "O código deixa de servir.",
  parameters: object({ invitationId }),
  replies: revoked,
  refuses: [peopleErrors.invitation_unknown],
});

export const listSellerPeople = operation({
  ...ofSellers,
  id: "listSellerPeople",
  method: "GET",
  path: "/operator/v1/sellers/{sellerId}/people",
  summary: "Lista a equipe de um lojista",
  description: "Por nome, também quem não pode entrar.",
  parameters: object({ sellerId }),
  query: object({ page, size }),
  replies: pageOf("SellerPeoplePage", SellerMember),
  refuses: [sellerErrors.seller_unknown],
});
export const inviteSellerPerson = operation({
  ...ofSellers,
  id: "inviteSellerPerson",
  method: "POST",
  path: "/operator/v1/sellers/{sellerId}/people",
  summary: "Convida alguém para a equipe de um lojista",
  description: "Assim entra a primeira pessoa, que convida as outras.",
  parameters: object({ sellerId }),
  body: namedObject("SellerInvitationBody", "Quem se convida.", { ...inviteFacts, role: sellerRole }),
  bodyExample: { ...INVITATION_EXAMPLE, role: "administrator" },
  replies: issued,
  refuses: [sellerErrors.seller_unknown, peopleErrors.already_member],
});

export const listTeam = operation({
  ...ofTeam,
  id: "listTeam",
  method: "GET",
  path: "/api/v1/people",
  summary: "Lista a própria equipe",
  description: "Por nome. Só pessoas com o papel administrator, no portal.",
  query: object({ page, size }),
  replies: pageOf("SellerPeoplePage", SellerMember),
});
export const inviteToTeam = operation({
  ...ofTeam,
  id: "inviteToTeam",
  method: "POST",
  path: "/api/v1/people",
  summary: "Convida alguém para a própria equipe",
  description: "O código serve uma vez, por 7 dias; um convite anterior ao mesmo e-mail deixa de servir.",
  body: namedObject("SellerInvitationBody", "Quem se convida.", { ...inviteFacts, role: sellerRole }),
  bodyExample: { ...INVITATION_EXAMPLE, role: "catalogue" },
  replies: issued,
  refuses: [peopleErrors.already_member],
});
export const changeTeamMember = operation({
  ...ofTeam,
  id: "changeTeamMember",
  method: "PATCH",
  path: "/api/v1/people/{personId}",
  summary: "Altera o papel de alguém da equipe, ou o suspende e reativa nela",
  description: "Vale só por este lojista, em todos os processos em até 5 s.",
  parameters: object({ personId }),
  body: namedObject("SellerPersonChangeBody", "O que muda.", { role: optional(sellerRole), disabled: optional(disabled) }),
  bodyExample: { role: "stock" },
  replies: { 200: { description: "A pessoa, alterada.", schema: SellerMember } },
  refuses: KNOWN,
});
export const removeTeamMember = operation({
  ...ofTeam,
  id: "removeTeamMember",
  confidential: false,
  method: "DELETE",
  path: "/api/v1/people/{personId}",
  summary: "Tira alguém da equipe",
  description: "Em todos os processos em até 5 s. O que a pessoa fez fica registrado.",
  parameters: object({ personId }),
  replies: removed,
  refuses: KNOWN,
});
export const listTeamInvitations = operation({
  ...ofTeam,
  id: "listTeamInvitations",
  method: "GET",
  path: "/api/v1/invitations",
  summary: "Lista os convites abertos para a própria equipe",
  description: "Sem os códigos.",
  replies: { 200: { description: "Os convites.", schema: Invitations } },
});
export const revokeTeamInvitation = operation({
  ...ofTeam,
  id: "revokeTeamInvitation",
  confidential: false,
  method: "DELETE",
  path: "/api/v1/invitations/{invitationId}",
  summary: "Retira um convite para a própria equipe",
  description: "O código deixa de servir.",
  parameters: object({ invitationId }),
  replies: revoked,
  refuses: [peopleErrors.invitation_unknown],
});
