import { useTranslation } from "react-i18next";

/** Who may have done something, by the first part of an actor. */
const KINDS = {
  credential: "credential",
  operator: "operator",
  person: "person",
  simulator: "simulator",
  timer: "timer",
  rule: "rule",
  "automatic validation": "validation",
} as const;

/** Who did something, in words: the name of a person, otherwise what acted. */
export function useActorText(): (done: { readonly actor: string; readonly actorName?: string | undefined }) => string {
  const { t } = useTranslation("ui");
  return ({ actor, actorName }) => {
    if (actorName !== undefined) return actorName;
    const kind = actor.split(":", 1)[0]!;
    return Object.hasOwn(KINDS, kind) ? t(`actors.${KINDS[kind as keyof typeof KINDS]}`) : actor;
  };
}
