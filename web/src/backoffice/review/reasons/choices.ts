import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { answerOf, api } from "../../../api/client.ts";
import type { Language } from "../../../app/language.ts";
import { fieldsOf } from "../item/fields.ts";
import type { RegisteredReason, ReviewItem } from "../types.ts";
import { recentReasons } from "./recent.ts";

/** Something that a reviewer can choose with a key: a reason, or a field to be changed. */
export interface Choice {
  readonly id: string;
  readonly code: string;
  readonly label: string;
  /** What the seller reads, before the reviewer edits it. */
  readonly text: string;
  /** The server has the text in both languages and sends the seller's, unless it was edited. */
  readonly isRegistered: boolean;
  readonly pointer: string;
}

/** The code of a reason in the reviewer's own words. */
export const OWN_CODE = "other";
/** Of a field that has to be changed. */
const CHANGE_CODE = "change_requested";
const STALE_MS = 60_000;

/** The reasons that the marketplace has registered. */
export const useRegisteredReasons = () =>
  useQuery({
    queryKey: ["review-reasons"],
    staleTime: STALE_MS,
    queryFn: async ({ signal }) => (await answerOf(api.GET("/operator/v1/review-reasons", { signal }))).items,
  });

/** The reasons to choose from, those that this person used last first. */
export function useReasonChoices(): readonly Choice[] {
  const { language } = useTranslation().i18n;
  const { data = [] } = useRegisteredReasons();
  const registered = data
    .filter(({ active, severity }) => active && severity === "error")
    .map((reason) => choiceOf(reason, language as Language));
  const recent = recentReasons();
  const own = recent
    .filter(({ text }) => text !== undefined)
    .map(({ id, text = "" }): Choice => ({ id, code: OWN_CODE, label: text, text, isRegistered: false, pointer: "" }));
  const place = new Map(recent.map(({ id }, nth) => [id, nth]));
  const last = recent.length;
  return [...registered, ...own].toSorted((one, other) => (place.get(one.id) ?? last) - (place.get(other.id) ?? last));
}

const choiceOf = ({ code, text, pointer = "" }: RegisteredReason, language: Language): Choice => ({
  id: code,
  code,
  label: text[language],
  text: text[language],
  isRegistered: true,
  pointer,
});

/** A reason that the reviewer writes. */
export const ownChoice = (nth: number): Choice => ({
  id: `own ${nth}`,
  code: OWN_CODE,
  label: "",
  text: "",
  isRegistered: false,
  pointer: "",
});

/** A place in the product, in words. */
export interface Place {
  readonly pointer: string;
  readonly label: string;
}

/** The places of a product that a reason may be about. */
export function usePlaces(item: ReviewItem): readonly Place[] {
  const { t } = useTranslation("backoffice/review");
  const { lines } = fieldsOf(item, "-");
  return [
    { pointer: "/name", label: t("fields.name") },
    ...item.images.map((_, nth) => ({ pointer: `/images/${nth}`, label: t("fields.image", { nth: nth + 1 }) })),
    ...lines.map(({ pointer, label }) => ({
      pointer: pointer === "/measures" ? "/weight" : pointer,
      label: "text" in label ? t(`fields.${label.text}`) : label.name,
    })),
    { pointer: "/brand", label: t("fields.brand") },
    { pointer: "/productType", label: t("fields.productType") },
    { pointer: "/department", label: t("fields.department") },
  ];
}

/** The fields that a reviewer can ask to be changed. */
export function useFieldChoices(item: ReviewItem): readonly Choice[] {
  const { t } = useTranslation("backoffice/review");
  return usePlaces(item).map(({ pointer, label }) => ({
    id: `change ${pointer}`,
    code: CHANGE_CODE,
    label,
    text: t("reasons.changeOf", { field: label }),
    isRegistered: false,
    pointer,
  }));
}
