import { listAll } from "../client/operator-api.ts";
import { alignColumns } from "../command-line/columns.ts";
import { wantsJson, type Command, type Positional, type Terminal } from "../command-line/command.ts";
import { findInstance } from "../command-line/instance.ts";
import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";

const SELLER_OPTION = {
  name: "seller",
  value: "ID",
  meaning: { "pt-BR": "da equipe deste lojista, não do marketplace", en: "of this seller's people, not the marketplace's" },
} as const;
const PERSON: Positional = {
  name: "PERSON",
  meaning: { "pt-BR": "identificador, prs_…, que `person list` mostra", en: "the id, prs_…, that `person list` shows" },
};
const INVITATION = { as: "object", fields: ["id", "email?", "name", "role?", "expiresAt", "link"] } as const;

/** `person invite|list|disable|enable|reset`: the people who use the portals. */
export const person: Command = {
  name: "person",
  does: { "pt-BR": "Convida e administra quem entra nos portais.", en: "Invites and manages the people who use the portals." },
  actions: [
    {
      name: "invite",
      does: {
        "pt-BR": "Convida alguém, do marketplace ou de um lojista. O endereço serve uma vez e só é mostrado agora.",
        en: "Invites somebody, of the marketplace or of a seller. The link serves once and is shown only now.",
      },
      positionals: [
        { name: "EMAIL", meaning: { "pt-BR": "e-mail com que a pessoa entrará", en: "e-mail that the person will sign in with" } },
        { name: "NAME", meaning: { "pt-BR": "nome da pessoa", en: "the person's name" } },
      ],
      options: [
        {
          name: "role",
          value: "ROLE",
          needed: true,
          meaning: {
            "pt-BR": "o que a pessoa pode: um papel de docs/roles.md",
            en: "what the person may do: a role of docs/roles.md",
          },
        },
        SELLER_OPTION,
        ...INSTANCE_OPTIONS,
      ],
      json: INVITATION,
      examples: [
        {
          line: "person invite ana@vitrine.example 'Ana Prado' --role catalog",
          does: { "pt-BR": "Uma revisora do marketplace.", en: "A reviewer of the marketplace." },
        },
        {
          line: "person invite bia@loja.example 'Bia Nunes' --role administrator --seller 1001",
          does: {
            "pt-BR": "Quem administra um lojista, e convida as outras pessoas.",
            en: "A seller's administrator, who invites the others.",
          },
        },
      ],
      run: invite,
    },
    {
      name: "list",
      does: { "pt-BR": "Lista as pessoas do marketplace ou de um lojista.", en: "Lists the people of the marketplace or of a seller." },
      options: [SELLER_OPTION, ...INSTANCE_OPTIONS],
      json: { as: "array", fields: ["id", "email", "name", "role", "disabled"] },
      examples: [{ line: "person list", does: { "pt-BR": "A equipe do marketplace.", en: "The marketplace's people." } }],
      run: list,
    },
    {
      name: "disable",
      does: { "pt-BR": "Impede que alguém entre; as sessões terminam.", en: "Keeps somebody out; their sessions end." },
      positionals: [PERSON],
      options: INSTANCE_OPTIONS,
      json: { as: "object", fields: ["id", "email", "name", "disabled"] },
      examples: [
        {
          line: "person disable prs_2Hd7RmX4kWc9LvT1qYzN",
          does: { "pt-BR": "Em todos os processos em até 5 s.", en: "In every process within 5 s." },
        },
      ],
      run: (args, terminal) => setDisabled(args, terminal, true),
    },
    {
      name: "enable",
      does: { "pt-BR": "Volta a deixar alguém entrar.", en: "Lets somebody in again." },
      positionals: [PERSON],
      options: INSTANCE_OPTIONS,
      json: { as: "object", fields: ["id", "email", "name", "disabled"] },
      examples: [
        { line: "person enable prs_2Hd7RmX4kWc9LvT1qYzN", does: { "pt-BR": "A pessoa entra de novo.", en: "The person signs in again." } },
      ],
      run: (args, terminal) => setDisabled(args, terminal, false),
    },
    {
      name: "reset",
      does: {
        "pt-BR": "Dá a alguém um endereço para voltar a entrar, com outra senha ou chave de acesso.",
        en: "Gives somebody a link to sign in again, with another password or passkey.",
      },
      positionals: [PERSON],
      options: INSTANCE_OPTIONS,
      json: INVITATION,
      examples: [
        {
          line: "person reset prs_2Hd7RmX4kWc9LvT1qYzN",
          does: { "pt-BR": "Quem perdeu a senha ou o telefone.", en: "Somebody who lost the password or the phone." },
        },
      ],
      run: reset,
    },
  ],
};

const PEOPLE = "/operator/v1/people";
/** Where the people of `--seller` are, or those of the marketplace. */
const peopleOf = ({ options: { seller } }: ParsedArguments): string =>
  seller === undefined ? PEOPLE : `/operator/v1/sellers/${encodeURIComponent(seller)}/people`;

interface Issued {
  readonly id: string;
  readonly email?: string;
  readonly name: string;
  readonly role?: string;
  readonly expiresAt: string;
  readonly path: string;
}
interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly disabled: boolean;
}

function show(args: ParsedArguments, { out }: Terminal, fields: Readonly<Record<string, string | boolean | undefined>>): number {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (wantsJson(args)) out.write(`${JSON.stringify(Object.fromEntries(known))}\n`);
  else out.write(alignColumns(known.map(([name, value]) => [name, String(value)])));
  return 0;
}

const showInvitation = (
  args: ParsedArguments,
  terminal: Terminal,
  url: string,
  { id, email, name, role, expiresAt, path }: Issued,
): number => show(args, terminal, { id, email, name, role, expiresAt, link: url + path });

async function invite(args: ParsedArguments, terminal: Terminal): Promise<number> {
  const [email, name] = args.positionals;
  const instance = findInstance(args, terminal.lang);
  const { body } = await instance.request<Issued>("POST", peopleOf(args), { email, name, role: args.options["role"] });
  return showInvitation(args, terminal, instance.portalUrl, body!);
}

async function list(args: ParsedArguments, { lang, out }: Terminal): Promise<number> {
  const members = await listAll<Member>(findInstance(args, lang), peopleOf(args));
  const rows = members.map(({ id, email, name, role, disabled }) => ({ id, email, name, role, disabled }));
  const state = { "pt-BR": ["ativa", "desativada"], en: ["active", "disabled"] }[lang];
  if (wantsJson(args)) out.write(`${JSON.stringify(rows)}\n`);
  else out.write(alignColumns(rows.map((row) => [row.id, row.role, state[Number(row.disabled)]!, row.email, row.name])));
  return 0;
}

async function setDisabled(args: ParsedArguments, terminal: Terminal, disabled: boolean): Promise<number> {
  const path = `${PEOPLE}/${encodeURIComponent(args.positionals[0]!)}`;
  const { body } = await findInstance(args, terminal.lang).request<Member>("PATCH", path, { disabled });
  const { id, email, name, disabled: isNow } = body!;
  return show(args, terminal, { id, email, name, disabled: isNow });
}

async function reset(args: ParsedArguments, terminal: Terminal): Promise<number> {
  const instance = findInstance(args, terminal.lang);
  const { body } = await instance.request<Issued>("POST", `${PEOPLE}/${encodeURIComponent(args.positionals[0]!)}/reset`);
  return showInvitation(args, terminal, instance.portalUrl, body!);
}
