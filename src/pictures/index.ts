import { join, resolve } from "node:path";
import type { Database } from "../platform/database/index.ts";
import type { Slice } from "../platform/jobs/index.ts";
import type { PictureStoreContext } from "./store.ts";
import { openDiskCache } from "./disk-cache.ts";
import { pictureEndpoint } from "./operations.ts";
import { createPictureStore } from "./store.ts";

export interface PicturesContext extends Omit<PictureStoreContext, "cache"> {
  readonly db: Database;
  readonly settings: { readonly dataDir: string; readonly pictureCacheMib: number };
}

/** The folder of the kept pictures, in the data folder. All of it can be deleted at any time. */
const FOLDER = "pictures";

/** Opens the pictures of products, which the portals' pages show. */
export function openPictures({ db, settings, ...context }: PicturesContext): Slice {
  const cache = openDiskCache({ folder: join(resolve(settings.dataDir), FOLDER), maxBytes: settings.pictureCacheMib * 1024 ** 2 });
  return { endpoints: [pictureEndpoint(db, createPictureStore({ ...context, cache }))] };
}

export * as pictureContract from "./contract.ts";
export { pictureErrors } from "./errors.ts";
