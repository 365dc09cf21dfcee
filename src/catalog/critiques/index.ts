import type { CritiqueRule } from "../product.ts";
import { attributeRequired } from "./attribute_required.ts";
import { attributeSingleValue } from "./attribute_single_value.ts";
import { attributeUnknown } from "./attribute_unknown.ts";
import { attributeValueUnknown } from "./attribute_value_unknown.ts";
import { brandUnknown } from "./brand_unknown.ts";
import { colorRequired } from "./color_required.ts";
import { colorUnknown } from "./color_unknown.ts";
import { departmentUnknown } from "./department_unknown.ts";
import { eanCheckDigit } from "./ean_check_digit.ts";
import { familyIncomplete } from "./family_incomplete.ts";
import { familyMixed } from "./family_mixed.ts";
import { familyStockBelowMinimum } from "./family_stock_below_minimum.ts";
import { familyVariationRepeated } from "./family_variation_repeated.ts";
import { flavorRequired } from "./flavor_required.ts";
import { flavorUnknown } from "./flavor_unknown.ts";
import { imageNotJpeg } from "./image_not_jpeg.ts";
import { imageTooHeavy } from "./image_too_heavy.ts";
import { imageTooLarge } from "./image_too_large.ts";
import { imageTooSmall } from "./image_too_small.ts";
import { imageUnreachable } from "./image_unreachable.ts";
import { isbnCheckDigit } from "./isbn_check_digit.ts";
import { nameWithoutBrand } from "./name_without_brand.ts";
import { productTypeUnknown } from "./product_type_unknown.ts";
import { singleSizeUndescribed } from "./single_size_undescribed.ts";
import { sizeOutsideChart } from "./size_outside_chart.ts";
import { sizeUnknown } from "./size_unknown.ts";
import { weightOverMaximum } from "./weight_over_maximum.ts";

/** Every critique rule of the automatic validation. Findings are reported in this order. */
export const CRITIQUES: readonly CritiqueRule[] = [
  departmentUnknown,
  productTypeUnknown,
  brandUnknown,
  colorUnknown,
  flavorUnknown,
  colorRequired,
  flavorRequired,
  sizeUnknown,
  sizeOutsideChart,
  attributeRequired,
  attributeUnknown,
  attributeValueUnknown,
  attributeSingleValue,
  weightOverMaximum,
  imageUnreachable,
  imageNotJpeg,
  imageTooHeavy,
  imageTooSmall,
  imageTooLarge,
  familyIncomplete,
  familyMixed,
  familyStockBelowMinimum,
  familyVariationRepeated,
  eanCheckDigit,
  isbnCheckDigit,
  singleSizeUndescribed,
  nameWithoutBrand,
];
