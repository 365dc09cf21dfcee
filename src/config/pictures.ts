import { integerSetting } from "./setting.ts";

/** Settings of product images: of their check, and of the pictures that the portals show. */
export const PICTURE_SETTINGS = {
  imageConcurrency: integerSetting("IMAGE_CONCURRENCY", [1, 256], () => 16, "Images fetched at the same time."),
  pictureCacheMib: integerSetting(
    "PICTURE_CACHE_MIB",
    [1, 1_048_576],
    () => 2_048,
    "MiB in the data folder for product pictures that the portals show; the least recently seen are removed first.",
  ),
};
