import { Button, Skeleton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { useSheetEdits } from "../../../ui/sheet/use-sheet-edits.ts";
import { fieldSpecs, mostPictures } from "../form/field-specs.ts";
import { Section } from "../form/Section.tsx";
import { NO_VALUES } from "../form/product-values.ts";
import { useDraftKey } from "../form/use-draft.ts";
import { useProductSchema } from "../form/use-product-schema.ts";
import type { FoundProduct } from "../product-queries.ts";
import { useRights } from "../seller.ts";
import type { Added } from "./AddAxes.tsx";
import { axesOf } from "./axes.ts";
import type { FamilyBody } from "./bulk-rows.ts";
import { FamilyActions } from "./FamilyActions.tsx";
import { FamilyMatrix } from "./FamilyMatrix.tsx";
import { MemberList } from "./MemberList.tsx";
import { type Family, inChartOrder, membersByPlace, variantEdits, variationOf } from "./matrix.ts";
import { useFamilyPublication } from "./use-family-publication.ts";
import { useMemberBodies } from "./use-member-bodies.ts";

const AddAxes = lazy(async () => ({ default: (await import("./AddAxes.tsx")).AddAxes }));

/** Values, colours and sizes of a published family, saved as one. */
export function FamilyEditor({ group, members }: { readonly group: string; readonly members: readonly FoundProduct[] }) {
  const { t } = useTranslation("portal/products");
  const { mayWrite, mayOffer } = useRights();
  const sheet = useSheetEdits(useDraftKey(`familia.${group}`));
  const [first] = members;
  const { schema } = useProductSchema({ ...NO_VALUES, department: first!.department, productType: first!.productType });
  const { field, chart, variationOptions } = axesOf(useMemo(() => (schema === undefined ? [] : fieldSpecs(schema)), [schema]));
  const [added, setAdded] = useState<Added>(NOTHING_ADDED);
  const [isAdding, setIsAdding] = useState(false);
  const family = useFamily(group, members, added, chart);
  const edits = useMemo(() => variantEdits(family, sheet.edits), [family, sheet.edits]);
  const body = useFamilyBody(members, edits.length > 0, { group, field, pictures: added.pictures });
  const publication = useFamilyPublication(edits, body, sheet, t("family.jobName"));
  const { publish, undo, refusals } = publication;
  return (
    <>
      <PageHeader
        title={first!.name}
        text={`${group} · ${t("list.members", { count: members.length })}`}
        actions={<FamilyActions edits={edits.length} publication={publication} mayOffer={mayOffer} onReset={sheet.clear} />}
      />
      {[publication.trialError, publish.error, undo.error].map((error, nth) =>
        error === null ? null : <ErrorPanel key={nth} error={error} />,
      )}
      <FamilyMatrix family={family} sheet={sheet} refusals={refusals} mayWrite={mayWrite} mayOffer={mayOffer} />
      {!mayWrite ? null : isAdding ? (
        <Suspense fallback={<Skeleton height={160} mb="md" />}>
          <AddAxes
            added={added}
            variationOptions={variationOptions}
            chart={chart}
            most={mostPictures(schema)}
            members={members}
            onChange={setAdded}
          />
        </Suspense>
      ) : (
        <Button variant="default" mb="md" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
          {t("family.add")}
        </Button>
      )}
      <Section title={t("family.membersTitle")}>
        <MemberList members={members} />
      </Section>
      <Button component={Link} to="/produtos" variant="subtle">
        {t("family.back")}
      </Button>
    </>
  );
}

const NOTHING_ADDED: Added = { variations: [], sizes: [], pictures: {} };

/** The family with what is added to it. */
function useFamily(group: string, members: readonly FoundProduct[], added: Added, chart: readonly string[]): Family {
  return useMemo(
    () => ({
      group,
      variations: [...new Set([...members.map(variationOf), ...added.variations])],
      sizes: inChartOrder([...members.map(({ size }) => size), ...added.sizes], chart),
      members: membersByPlace(members),
    }),
    [group, members, added, chart],
  );
}

/** What new variants of the family have in common with those that are there. */
function useFamilyBody(
  members: readonly FoundProduct[],
  isOn: boolean,
  { group, field, pictures }: Pick<FamilyBody, "group" | "field"> & Pick<Added, "pictures">,
): FamilyBody {
  const bodies = useMemberBodies(useMemo(() => (isOn ? members : []), [isOn, members]));
  return useMemo((): FamilyBody => {
    const [sample] = bodies.values();
    const picturesOf = (variation: string) => {
      const sibling = members.find((member) => variationOf(member) === variation);
      const own = sibling === undefined ? undefined : bodies.get(sibling.sku)?.images.map(({ url }) => url);
      return pictures[variation]?.filter((url) => url.trim() !== "") ?? own ?? [];
    };
    const { eanIsbn: _ean, manufacturerCode: _code, ...shared } = (sample ?? {}) as Record<string, unknown>;
    return { shared: shared as never, group, field, picturesOf, bodyOfMember: (sku) => bodies.get(sku) };
  }, [bodies, members, group, field, pictures]);
}
