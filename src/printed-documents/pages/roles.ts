import type { Operation } from "../../platform/contract/index.ts";
import { roleAllows, SELLER_ROLES, type SellerRole } from "../../people/index.ts";
import { ROLES, type Role } from "../../sellers/index.ts";
import { code, escaped, page, table } from "../markdown.ts";

const INTRODUCTION = `# Papéis / Roles

O que cada papel de uma pessoa pode, operação por operação. Uma pessoa pode trabalhar para o marketplace e para vários lojistas, com um papel em cada lugar.
O que nenhum papel pode, só uma aplicação faz, com credenciais. Os papéis do marketplace são também os das chaves de operador.

_What each role of a person may do, operation by operation. A person may work for the marketplace and for several sellers, with a role in each place. What no
role may do is for applications, with credentials. The marketplace's roles are those of operator keys too._`;

const YES = "●";

/** docs/roles.md: every operation of sellers and operators, and the roles that may call it. */
export const rolesPage = (operations: readonly Operation[]): string =>
  page(
    INTRODUCTION,
    ["## Lojista / Seller", tableOf<SellerRole>(operations, "seller", SELLER_ROLES, roleAllows)].join("\n\n"),
    ["## Marketplace", tableOf<Role>(operations, "operator", ROLES, operatorAllows)].join("\n\n"),
  );

const operatorAllows = (role: Role, { permission }: Operation): boolean => role === "admin" || permission.includes(role);

function tableOf<Name extends string>(
  operations: readonly Operation[],
  audience: Operation["audience"],
  roles: readonly Name[],
  allows: (role: Name, operation: Operation) => boolean,
): string {
  const rows = operations
    .filter((operation) => operation.audience === audience)
    .map((operation) => [
      `${code(operation.id)}\n${escaped(operation.summary)}`,
      ...roles.map((role) => (allows(role, operation) ? YES : "")),
    ]);
  return table(["operação / operation", ...roles.map(code)], rows);
}
