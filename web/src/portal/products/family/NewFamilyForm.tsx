import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { tell } from "../../../app/notices.ts";
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx";
import { useSheetEdits } from "../../../ui/sheet/use-sheet-edits.ts";
import { CheckPanel, focusField } from "../form/CheckPanel.tsx";
import { DraftNotice } from "../form/DraftNotice.tsx";
import { fieldOf } from "../form/findings.ts";
import { ProductFormProvider } from "../form/form-context.ts";
import { FormSections } from "../form/FormSections.tsx";
import { Section } from "../form/Section.tsx";
import { NO_VALUES } from "../form/product-values.ts";
import { useDraftKey } from "../form/use-draft.ts";
import { useProductEditor } from "../form/use-product-editor.ts";
import { AxisFields } from "./AxisFields.tsx";
import { FamilyMatrix } from "./FamilyMatrix.tsx";
import { useNewFamily } from "./use-new-family.ts";
import { VariationPictures } from "./VariationPictures.tsx";
import classes from "../form/Form.module.css";

const NOTHING_FIXED: ReadonlySet<string> = new Set();
/** What each variant has for itself. */
const OF_VARIANTS: ReadonlySet<string> = new Set(["sku", "color", "flavor", "size", "eanIsbn", "images", "price", "stock"]);
/** What the family waits for while only one of its members is looked at. */
const OF_FAMILY = /^family_|^(price|stock)_missing$/;

const OWN_FIELDS: ReadonlySet<string> = new Set(["family"]);

/** A whole family as one: what its variants share, the colours and sizes, and a sheet with price, stock and EAN of each. */
export function NewFamilyForm() {
  const { t } = useTranslation("portal/products");
  const navigate = useNavigate();
  const sheet = useSheetEdits(useDraftKey("nova-familia.matriz"));
  const editor = useProductEditor({
    stored: NO_VALUES,
    draft: "nova-familia",
    reviewed: [],
    isReadOnly: false,
    fixed: NOTHING_FIXED,
    without: OF_VARIANTS,
    ownFields: OWN_FIELDS,
  });
  const { form, rehearsal } = editor;
  const whole = useNewFamily(form, sheet);
  const { publication, edits, family, group } = whole;
  const submit = () => {
    editor.showAll();
    const first = form.findings.find(({ isError }) => isError);
    if (first !== undefined) return focusField(fieldOf(first.pointer));
    publication.publish.mutate(undefined, {
      onSuccess: ({ results }) => {
        const count = results.filter(({ outcome }) => outcome === "accepted").length;
        if (count < results.length) return;
        editor.forgetDraft();
        sheet.clear();
        tell("done", t("family.published", { count, group }));
        void navigate({ to: "/produtos/familia/$group", params: { group }, replace: true });
      },
    });
  };
  const discard = () => {
    editor.restart(NO_VALUES);
    sheet.clear();
  };
  const ofShared = { ...rehearsal, pending: rehearsal.pending.filter(({ code }) => !OF_FAMILY.test(code)) };
  return (
    <ProductFormProvider value={form}>
      {editor.restoredAt === undefined ? null : <DraftNotice at={editor.restoredAt} onDiscard={discard} />}
      <div className={classes["layout"]}>
        <div className={classes["main"]}>
          <FormSections sku={undefined} stored={[]} measured={[]} without={OF_VARIANTS}>
            <FamilyAxes {...whole} />
            {family.variations.length === 0 || family.sizes.length === 0 ? null : (
              <Section title={t("family.values")} text={t("family.valuesText")}>
                <FamilyMatrix family={family} sheet={sheet} refusals={publication.refusals} mayWrite mayOffer />
              </Section>
            )}
          </FormSections>
        </div>
        <CheckPanel rehearsal={ofShared} isCurrent={rehearsal.isCurrent && publication.isTried}>
          <PublishFamily publication={publication} count={edits.length} onPublish={submit} />
        </CheckPanel>
      </div>
    </ProductFormProvider>
  );
}

/** Which colours and sizes the family has, and the pictures of each colour. */
function FamilyAxes({ specs, axes, change, most }: Pick<ReturnType<typeof useNewFamily>, "specs" | "axes" | "change" | "most">) {
  const { t } = useTranslation("portal/products");
  return (
    <Section title={t("family.title")} text={t("family.text")}>
      <AxisFields
        specs={specs}
        variations={axes.variations}
        sizes={axes.sizes}
        onVariations={(variations) => change({ variations })}
        onSizes={(sizes) => change({ sizes })}
      />
      {axes.variations.map((variation) => (
        <VariationPictures
          key={variation}
          variation={variation}
          urls={axes.pictures[variation] ?? []}
          most={most}
          onChange={(urls) => change({ pictures: { ...axes.pictures, [variation]: urls } })}
        />
      ))}
    </Section>
  );
}

interface PublishFamilyProps {
  readonly publication: ReturnType<typeof useNewFamily>["publication"];
  readonly count: number;
  readonly onPublish: () => void;
}

/** What the server would refuse of the variants, and their publication. */
function PublishFamily({ publication, count, onPublish }: PublishFamilyProps) {
  const { t } = useTranslation("portal/products");
  return (
    <>
      {publication.refusals.length === 0 ? null : (
        <p className={classes["verdict"]}>{t("family.refused", { count: publication.refusals.length })}</p>
      )}
      {publication.trialError === null ? null : <ErrorPanel error={publication.trialError} />}
      {publication.publish.error === null ? null : <ErrorPanel error={publication.publish.error} />}
      <Button fullWidth loading={publication.publish.isPending} disabled={count === 0} onClick={onPublish}>
        {count === 0 ? t("form.publish") : t("family.publish", { count })}
      </Button>
    </>
  );
}
