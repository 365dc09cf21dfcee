import type { FormerAddress } from "../platform/http/path-suggestions.ts";

/** Paths under which other generations of such APIs had the reference lists, each with the path here. */
export const referenceFormerAddresses: readonly FormerAddress[] = [
  { was: "/brand", is: "/brands" },
  { was: "/color", is: "/colors" },
  { was: "/flavor", is: "/flavors" },
  { was: "/size", is: "/sizes" },
  { was: "/bus/{buId}/department", is: "/bus/{buId}/departments" },
  { was: "/department", is: "/bus/{buId}/departments" },
  { was: "/departments", is: "/bus/{buId}/departments" },
  { was: "/departments/{departmentCode}*", is: "/department/{departmentCode}*" },
  { was: "/department/{departmentCode}", is: "/department/{departmentCode}/productType" },
  { was: "/department/{departmentCode}/product-types*", is: "/department/{departmentCode}/productType*" },
  { was: "/department/{departmentCode}/productTypes*", is: "/department/{departmentCode}/productType*" },
  { was: "/bus/{buId}/department/{departmentCode}/productType*", is: "/department/{departmentCode}/productType*" },
  { was: "/bus/{buId}/departments/{departmentCode}/productType*", is: "/department/{departmentCode}/productType*" },
  { was: "/productType", is: "/department/{departmentCode}/productType" },
  { was: "/product-types", is: "/department/{departmentCode}/productType" },
  { was: "/productTypes", is: "/department/{departmentCode}/productType" },
  {
    was: "/department/{departmentCode}/productType/{productTypeCode}",
    is: "/department/{departmentCode}/productType/{productTypeCode}/templates",
  },
  {
    was: "/department/{departmentCode}/productType/{productTypeCode}/attributes",
    is: "/department/{departmentCode}/productType/{productTypeCode}/templates",
  },
];
