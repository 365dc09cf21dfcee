import { Button, TextInput } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { AnchorLink } from "../../../app/AnchorLink.tsx";
import { KeyHint } from "../../../ui/keys/KeyHint.tsx";
import { useKeys } from "../../../ui/keys/use-keys.ts";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { StateBadge } from "../../../ui/StateBadge.tsx";
import type { schemas } from "../../../api/generated/index.ts";
import { DetailTabs } from "../details/DetailTabs.tsx";
import { StockWhy } from "../details/StockWhy.tsx";
import { isBeingJudged, type ProductStatus } from "../product-queries.ts";
import { useRights } from "../seller.ts";
import { CheckPanel, SaveError } from "./CheckPanel.tsx";
import { DraftNotice } from "./DraftNotice.tsx";
import { findingOf } from "./findings.ts";
import { ProductFormProvider } from "./form-context.ts";
import { FormSections } from "./FormSections.tsx";
import { Section } from "./Section.tsx";
import { FORM_KEYS } from "./keys.ts";
import { OfferSection } from "./OfferSection.tsx";
import { valuesOf } from "./product-values.ts";
import { useProductEditor } from "./use-product-editor.ts";
import { useSave } from "./use-save.ts";
import classes from "./Form.module.css";

const ConflictDialog = lazy(async () => ({ default: (await import("./ConflictDialog.tsx")).ConflictDialog }));

interface ProductEditorProps {
  readonly sku: string;
  readonly product: schemas["v2"]["Product"];
  readonly status: ProductStatus;
  readonly price: schemas["v2"]["Price"] | null | undefined;
  readonly stock: (schemas["v2"]["Stock"] & { readonly etag: string }) | null | undefined;
}

/** Product and variation cannot become another one; a closed product keeps what identifies it. */
const FIXED: ReadonlySet<string> = new Set(["sku"]);
const FIXED_WHEN_CLOSED: ReadonlySet<string> = new Set(["sku", "productGroup", "department", "productType"]);

/** The form of a stored product: an open one is sent again, of a closed one a change is asked for. */
export function ProductEditor({ sku, product, status, price, stock }: ProductEditorProps) {
  const { t } = useTranslation("portal/products");
  const { mayWrite, mayOffer, maySeeOffers } = useRights();
  const isClosed = !status.editable;
  const [stored] = useState(() => valuesOf(product, { price, stock }));
  const reviewed = status.reviews.filter(({ stage }) => stage === "review").map(findingOf);
  const editor = useProductEditor({
    stored,
    draft: `produto.${sku}`,
    reviewed,
    isReadOnly: !mayWrite,
    fixed: isClosed ? FIXED_WHEN_CLOSED : FIXED,
  });
  const saving = useSave(editor, { sku, isClosed, maySeeOffers });
  const { form, rehearsal, pictures, changed } = editor;
  const isChanged = changed.length > 0;
  const submit = isChanged && mayOffer ? () => saving.save.mutate() : undefined;
  useKeys(FORM_KEYS, { save: submit });
  const asksForChange = isClosed && changed.some((field) => field !== "price" && field !== "stock");
  return (
    <ProductFormProvider value={form}>
      <ProductHeading sku={sku} product={product} status={status} />
      {editor.restoredAt === undefined || !isChanged ? null : (
        <DraftNotice at={editor.restoredAt} onDiscard={() => editor.restart(stored)} />
      )}
      {isClosed && mayWrite ? <p className={classes["closed"]}>{t("form.closed")}</p> : null}
      <div className={classes["layout"]}>
        <div className={classes["main"]}>
          <FormSections sku={sku} stored={product.images?.map(({ url }) => url) ?? []} measured={pictures.measured}>
            {maySeeOffers ? (
              <Section title={t("form.offer")}>
                <OfferSection mayOffer={mayOffer} beside={stock ? <StockWhy sku={sku} stock={stock} /> : null} />
              </Section>
            ) : null}
          </FormSections>
        </div>
        <CheckPanel rehearsal={rehearsal} isCurrent={rehearsal.isCurrent && pictures.isCurrent}>
          <SaveActions editor={editor} saving={saving} mayOffer={mayOffer} asksForChange={asksForChange} onSave={submit} />
        </CheckPanel>
      </div>
      <DetailTabs sku={sku} />
      {saving.conflict === undefined ? null : (
        <Suspense>
          <ConflictDialog changes={saving.conflict.changes} onDecide={saving.decide} onClose={saving.closeConflict} />
        </Suspense>
      )}
    </ProductFormProvider>
  );
}

/** What the product is, and where it is. */
function ProductHeading({ sku, product, status }: Pick<ProductEditorProps, "sku" | "product" | "status">) {
  const { t } = useTranslation("portal/products");
  return (
    <PageHeader
      title={product.name}
      badge={
        <>
          <StateBadge state={status.status} />
          {isBeingJudged({ status: status.status, ...(status.pending[0] === undefined ? {} : { pending: status.pending[0] }) }) ? (
            <span className={classes["missing"]}>{t("judged")}</span>
          ) : null}
        </>
      }
      text={
        <>
          {`${sku} · `}
          <AnchorLink to="/produtos/familia/$group" params={{ group: product.productGroup }}>
            {t("form.family", { group: product.productGroup })}
          </AnchorLink>
        </>
      }
    />
  );
}

interface SaveActionsProps {
  readonly editor: ReturnType<typeof useProductEditor>;
  readonly saving: ReturnType<typeof useSave>;
  readonly mayOffer: boolean;
  readonly asksForChange: boolean;
  /** Undefined while there is nothing to save. */
  readonly onSave: (() => void) | undefined;
}

/** Saves what was changed, or lets it go. */
function SaveActions({ editor, saving, mayOffer, asksForChange, onSave }: SaveActionsProps) {
  const { t } = useTranslation("portal/products");
  const isChanged = editor.changed.length > 0;
  return (
    <>
      <SaveError error={saving.save.error} refused={editor.refused} />
      {asksForChange ? (
        <TextInput
          label={t("form.note")}
          value={saving.note}
          onChange={({ currentTarget }) => saving.setNote(currentTarget.value)}
          maxLength={1000}
        />
      ) : null}
      {mayOffer ? (
        <Button
          fullWidth
          disabled={!isChanged}
          loading={saving.save.isPending}
          onClick={onSave}
          rightSection={isChanged ? <KeyHint keys={FORM_KEYS.save.keys} onFilled /> : null}
        >
          {asksForChange ? t("form.requestChange") : t("form.save")}
        </Button>
      ) : null}
      {isChanged ? (
        <Button fullWidth variant="subtle" color="gray" onClick={() => editor.restart(editor.base)}>
          {t("form.reset")}
        </Button>
      ) : null}
    </>
  );
}
