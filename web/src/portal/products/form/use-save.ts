import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { tell } from "../../../app/notices.ts";
import { priceQuery, PRODUCTS, productQuery, stockQuery } from "../product-queries.ts";
import { type ForeignChange, foreignChanges, mergedValues } from "./merge.ts";
import { type ProductValues, valuesOf } from "./product-values.ts";
import { saveProduct } from "./save-product.ts";
import type { ProductEditor } from "./use-product-editor.ts";

interface SaveOptions {
  readonly sku: string;
  readonly isClosed: boolean;
  readonly maySeeOffers: boolean;
}

/** Saves a product. First reads what is stored now: what somebody else has changed is shown before anything is overwritten. */
export function useSave(editor: ProductEditor, { sku, isClosed, maySeeOffers }: SaveOptions) {
  const { t } = useTranslation("portal/products");
  const queryClient = useQueryClient();
  const [note, setNote] = useState("");
  const [conflict, setConflict] = useState<{ readonly changes: readonly ForeignChange[]; readonly theirs: ProductValues }>();
  const { values } = editor.form;

  const readStored = async () => {
    const fresh = { staleTime: 0 };
    const [product, price, stock] = await Promise.all([
      queryClient.fetchQuery({ ...productQuery(sku), ...fresh }),
      maySeeOffers ? queryClient.fetchQuery({ ...priceQuery(sku), ...fresh }) : undefined,
      maySeeOffers ? queryClient.fetchQuery({ ...stockQuery(sku), ...fresh }) : undefined,
    ]);
    return { stored: valuesOf(product, { price, stock }), etag: stock?.etag };
  };

  const save = useMutation({
    mutationFn: async () => {
      const { stored: theirs, etag } = await readStored();
      const changes = foreignChanges(editor.base, values, theirs);
      if (changes.length > 0) return setConflict({ changes, theirs });
      const saved = await saveProduct(sku, theirs, values, { isClosed, note, etag });
      const { stored } = await readStored();
      // A closed product stays as it is until the change is decided.
      editor.restart(stored);
      setNote("");
      tell(
        "done",
        t(saved.product === "change requested" ? "form.changeRequested" : saved.product === "sent" ? "form.sent" : "form.offerSaved", {
          sku,
        }),
      );
      return undefined;
    },
    onError: (error) => editor.refuse(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [PRODUCTS] }),
  });

  return {
    save,
    note,
    setNote,
    conflict,
    closeConflict: () => setConflict(undefined),
    decide(keptMine: ReadonlySet<string>) {
      if (conflict === undefined) return;
      editor.change(mergedValues(values, conflict.theirs, conflict.changes, keptMine), conflict.theirs);
      setConflict(undefined);
    },
  };
}
