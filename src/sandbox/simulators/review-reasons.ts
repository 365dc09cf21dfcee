import { seededPick } from "../../platform/basics/index.ts";

/** Reasons to criticize a product: defects that the automatic validation cannot see. Written in the marketplace's language. */
const REASONS = [
  { code: "image_blurred", pointer: "/images/0", message: "A primeira imagem está desfocada; envie outra, nítida." },
  { code: "image_not_of_product", pointer: "/images/0", message: "A imagem mostra outro produto; envie a deste." },
  { code: "image_with_text", pointer: "/images/0", message: "A imagem tem texto ou marca-d'água; envie-a limpa, com fundo branco." },
  { code: "name_promotional", pointer: "/name", message: "O nome tem palavras de promoção; deixe tipo, marca, modelo e gênero." },
  { code: "description_thin", pointer: "/description", message: "A descrição não diz material nem uso; complete-a." },
  { code: "department_doubtful", pointer: "/department", message: "O produto parece ser de outro departamento; confira." },
] as const;

/** Reasons to refuse a change. Written in the marketplace's language. */
const CHANGE_REASONS = [
  { code: "change_misleads", message: "O que mudaria não descreve mais o mesmo produto; publique outro sku." },
  { code: "change_promotional", message: "O texto novo tem palavras de promoção; peça sem elas." },
  { code: "change_doubtful", message: "O que mudaria não se confirma nas imagens; peça de novo com uma imagem que o mostre." },
] as const;

/** The reviewer's reason to refuse this change request. */
export const changeReasonFor = (seed: number, changeRequestId: string) => seededPick(CHANGE_REASONS, seed, "reason", changeRequestId)!;

/** The reviewer's reason to criticize this product. */
export const reviewReasonFor = (seed: number, sku: string) => seededPick(REASONS, seed, "reason", sku)!;
