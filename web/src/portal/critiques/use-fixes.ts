import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDraft } from "../../app/use-draft.ts";
import { useSellerRole } from "../../app/use-role.ts";
import { useFailureText } from "../../ui/failure-text.ts";
import { editorOf, idOf, isFixedBy, startOf, stockOf, valueOf } from "./fixes.ts";
import { type Critique, isJudged, type ProductStatus, verdictQuery } from "./queries.ts";
import { sendFixes, type SentFix } from "./save.ts";

/** What is known of a row: what is typed, and what became of it after it was sent. */
export interface RowState {
  readonly value: string;
  readonly isChanged: boolean;
  readonly refusal?: string | undefined;
  /** What the product has become since it was sent; undefined = not sent, or still being judged. */
  readonly verdict?: ProductStatus | undefined;
  readonly isSent: boolean;
  /** Whether the person's role may fix it. */
  readonly mayFix: boolean;
}

/** The fixes of a group: typed, kept over a reload, sent together, and followed until each product is judged again. */
export function useFixes(code: string, critiques: readonly Critique[] | undefined) {
  const typed = useDraft<Readonly<Record<string, string>>>(`critiques.${code}`, {});
  const [sent, setSent] = useState<ReadonlyMap<string, SentFix>>(new Map());
  const [isSaving, setIsSaving] = useState(false);
  const failureText = useFailureText();
  const { language } = useTranslation().i18n;
  const role = useSellerRole();
  const verdicts = useVerdicts(sent);
  const isChanged = (critique: Critique) => {
    const value = typed.value[idOf(critique)];
    return value !== undefined && value.trim() !== "" && value !== startOf(critique);
  };
  const gone = [...sent.values()].map(({ fix }) => fix.critique).filter((one) => !critiques?.some((other) => idOf(other) === idOf(one)));
  const rows = critiques && [...gone, ...critiques];
  const changed = rows?.filter(isChanged) ?? [];
  const change = (values: Readonly<Record<string, string>>) => typed.set((before) => ({ ...before, ...values }));
  return {
    /** Whether the person's role may fix anything here. */
    mayFix: rows?.some((critique) => isFixedBy(role, critique)) ?? true,
    /** Those that were fixed stay in sight with what became of them. */
    rows,
    changed,
    isSaving,
    stateOf(critique: Critique): RowState {
      const id = idOf(critique);
      const last = sent.get(id);
      const isSent = last !== undefined && last.refusal === undefined;
      return {
        value: typed.value[id] ?? startOf(critique),
        isChanged: isChanged(critique),
        refusal: last?.refusal,
        isSent,
        mayFix: isFixedBy(role, critique),
        verdict: isSent ? verdicts.get(critique.sku) : undefined,
      };
    },
    type: (critique: Critique, value: string) => change({ [idOf(critique)]: value }),
    /** Takes the first suggestion of each. */
    suggest(all: readonly Critique[]) {
      change(
        Object.fromEntries(all.flatMap((one) => (isSuggested(one) && isFixedBy(role, one) ? [[idOf(one), one.suggestions[0]!]] : []))),
      );
    },
    async save() {
      if (changed.length === 0 || isSaving) return;
      setIsSaving(true);
      const fixes = changed.map((critique) => ({ critique, value: valueOf(critique, typed.value[idOf(critique)]!.trim(), language) }));
      await sendFixes(fixes, failureText, (results) => {
        setSent((before) => new Map([...before, ...results]));
        const accepted = new Set([...results].filter(([, { refusal }]) => refusal === undefined).map(([id]) => id));
        typed.set((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !accepted.has(id))));
      });
      setIsSaving(false);
    },
  };
}

/** Whether a critique can take a suggestion where it stands. */
export const isSuggested = (critique: Critique): boolean => critique.suggestions.length > 0 && editorOf(critique) !== undefined;

/** What became of the products that were sent, by sku. The lists are read again whenever one of them is judged. */
function useVerdicts(sent: ReadonlyMap<string, SentFix>): ReadonlyMap<string, ProductStatus> {
  const client = useQueryClient();
  const accepted = [...sent.values()].filter(({ refusal }) => refusal === undefined);
  const products = [...Map.groupBy(accepted, ({ fix }) => fix.critique.sku)].map(([sku, fixes]) => ({
    sku,
    at: fixes.at(-1)!.at,
    isStockOnly: fixes.every(({ fix }) => stockOf([fix]) !== undefined),
  }));
  const answers = useQueries({ queries: products.map(verdictQuery) });
  const judged = answers.flatMap(({ data }, nth) =>
    data !== undefined && isJudged(data, products[nth]!) ? [[data.sku, data] as const] : [],
  );
  const count = judged.length;
  useEffect(() => {
    if (count === 0) return;
    void client.invalidateQueries({ queryKey: ["critiques", "summary"] });
    void client.invalidateQueries({ queryKey: ["critiques", "list"] });
    void client.invalidateQueries({ queryKey: ["overview"] });
  }, [client, count]);
  return new Map(judged);
}
