import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { tell } from "../../../app/notices.ts";
import { KeyHint } from "../../../ui/keys/KeyHint.tsx";
import { useKeys } from "../../../ui/keys/use-keys.ts";
import { PRODUCTS } from "../product-queries.ts";
import { CheckPanel, focusField, SaveError } from "./CheckPanel.tsx";
import { DraftNotice } from "./DraftNotice.tsx";
import { fieldOf } from "./findings.ts";
import { ProductFormProvider } from "./form-context.ts";
import { FormSections } from "./FormSections.tsx";
import { Section } from "./Section.tsx";
import { FORM_KEYS } from "./keys.ts";
import { OfferSection } from "./OfferSection.tsx";
import { NO_VALUES } from "./product-values.ts";
import { publishProduct } from "./save-product.ts";
import { useProductEditor } from "./use-product-editor.ts";
import classes from "./Form.module.css";

const NOTHING_FIXED: ReadonlySet<string> = new Set();

/** The form of one new product. */
export function NewProductForm() {
  const { t } = useTranslation("portal/products");
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const editor = useProductEditor({ stored: NO_VALUES, draft: "novo", reviewed: [], isReadOnly: false, fixed: NOTHING_FIXED });
  const { form, rehearsal, pictures } = editor;
  const publish = useMutation({
    mutationFn: () => publishProduct(form.values),
    onError: (error) => editor.refuse(error),
    onSuccess: async ({ sku }) => {
      editor.forgetDraft();
      tell("done", t("form.published", { sku }));
      await queryClient.invalidateQueries({ queryKey: [PRODUCTS] });
      await navigate({ to: "/produtos/$sku", params: { sku }, replace: true });
    },
  });
  const submit = () => {
    editor.showAll();
    const first = form.findings.find(({ isError }) => isError);
    if (rehearsal.isCurrent && first !== undefined) focusField(fieldOf(first.pointer));
    publish.mutate();
  };
  useKeys(FORM_KEYS, { save: submit });
  return (
    <ProductFormProvider value={form}>
      {editor.restoredAt === undefined ? null : <DraftNotice at={editor.restoredAt} onDiscard={() => editor.restart(NO_VALUES)} />}
      <div className={classes["layout"]}>
        <div className={classes["main"]}>
          <FormSections sku={undefined} stored={[]} measured={pictures.measured}>
            <Section title={t("form.offer")}>
              <OfferSection mayOffer />
            </Section>
          </FormSections>
        </div>
        <CheckPanel rehearsal={rehearsal} isCurrent={rehearsal.isCurrent && pictures.isCurrent}>
          <SaveError error={publish.error} refused={editor.refused} />
          <Button fullWidth loading={publish.isPending} onClick={submit} rightSection={<KeyHint keys={FORM_KEYS.save.keys} onFilled />}>
            {t("form.publish")}
          </Button>
        </CheckPanel>
      </div>
    </ProductFormProvider>
  );
}
