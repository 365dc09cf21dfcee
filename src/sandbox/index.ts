import type { Page } from "../platform/http.ts";
import { sandboxImage } from "./image-host.ts";

export { imageNames, PLANTED_IMAGES, sandboxImage } from "./image-host.ts";

const NO_IMAGE = { status: 404, headers: { "content-type": "text/plain; charset=utf-8" }, body: "no such image\n" };

/** The sandbox's image host, at /images on the server itself. */
export const sandboxPages = (): readonly Page[] => [
  {
    method: "GET",
    path: "/images/{name}",
    answer: ({ parameters, range }) => {
      // A HEAD is answered by the same route; the framework leaves the body out.
      const image = sandboxImage(parameters["name"] ?? "", "GET", range);
      return image ? { ...image, headers: { ...image.headers } } : NO_IMAGE;
    },
  },
];
