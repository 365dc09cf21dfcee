import type { PathAlias } from "../platform/http/index.ts";

/** Paths that other seller APIs use for the reference lists, each with the path in this API. */
export const referencePathAliases: readonly PathAlias[] = [
  { from: "/brand", to: "/brands" },
  { from: "/color", to: "/colors" },
  { from: "/flavor", to: "/flavors" },
  { from: "/size", to: "/sizes" },
  { from: "/bus/{buId}/department", to: "/bus/{buId}/departments" },
  { from: "/department", to: "/bus/{buId}/departments" },
  { from: "/departments", to: "/bus/{buId}/departments" },
  { from: "/departments/{departmentCode}*", to: "/department/{departmentCode}*" },
  { from: "/department/{departmentCode}", to: "/department/{departmentCode}/productType" },
  { from: "/department/{departmentCode}/product-types*", to: "/department/{departmentCode}/productType*" },
  { from: "/department/{departmentCode}/productTypes*", to: "/department/{departmentCode}/productType*" },
  { from: "/bus/{buId}/department/{departmentCode}/productType*", to: "/department/{departmentCode}/productType*" },
  { from: "/bus/{buId}/departments/{departmentCode}/productType*", to: "/department/{departmentCode}/productType*" },
  { from: "/productType", to: "/department/{departmentCode}/productType" },
  { from: "/product-types", to: "/department/{departmentCode}/productType" },
  { from: "/productTypes", to: "/department/{departmentCode}/productType" },
  {
    from: "/department/{departmentCode}/productType/{productTypeCode}",
    to: "/department/{departmentCode}/productType/{productTypeCode}/templates",
  },
  {
    from: "/department/{departmentCode}/productType/{productTypeCode}/attributes",
    to: "/department/{departmentCode}/productType/{productTypeCode}/templates",
  },
];
