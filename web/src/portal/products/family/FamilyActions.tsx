import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { tell } from "../../../app/notices.ts";
import type { BulkDone } from "../bulk.ts";
import type { useFamilyPublication } from "./use-family-publication.ts";
import classes from "./Family.module.css";

interface FamilyActionsProps {
  /** How many variants were changed. */
  readonly edits: number;
  readonly publication: ReturnType<typeof useFamilyPublication>;
  readonly mayOffer: boolean;
  readonly onReset: () => void;
}

const acceptedIn = ({ results }: BulkDone): number => results.filter(({ outcome }) => outcome === "accepted").length;

/** Saves a family as one, lets the changes go, or takes the last ones back. */
export function FamilyActions({ edits, publication: { publish, undo }, mayOffer, onReset }: FamilyActionsProps) {
  const { t } = useTranslation("portal/products");
  const done = undo.data === undefined && edits === 0 ? publish.data : undefined;
  const save = () => publish.mutate(undefined, { onSuccess: (all) => tell("done", t("family.saved", { count: acceptedIn(all) })) });
  const takeBack = (id: string) => undo.mutate(id, { onSuccess: (all) => tell("done", t("bulk.undone", { count: acceptedIn(all) })) });
  return (
    <span className={classes["done"]}>
      {done === undefined ? null : (
        <Button variant="default" loading={undo.isPending} onClick={() => takeBack(done.id)}>
          {t("bulk.undo")}
        </Button>
      )}
      {edits === 0 ? null : (
        <Button variant="subtle" color="gray" onClick={onReset}>
          {t("form.reset")}
        </Button>
      )}
      {mayOffer ? (
        <Button disabled={edits === 0} loading={publish.isPending} onClick={save}>
          {edits === 0 ? t("form.save") : t("family.save", { count: edits })}
        </Button>
      ) : null}
    </span>
  );
}
