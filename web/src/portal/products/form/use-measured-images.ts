import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "../../../api/client.ts";
import type { schemas } from "../../../api/generated/index.ts";
import type { ProductBody } from "../product-queries.ts";
import { fieldOf, findingOf } from "./findings.ts";
import type { ProductValues } from "./product-values.ts";

/** A picture with what the server measured of it. */
export type MeasuredImage = schemas["v2"]["CheckedImage"];

const TYPING_MS = 600;
const FRESH_MS = 60_000;

/** What the server measured of the pictures, and what is wrong with them. They are fetched only when their addresses change. */
export function useMeasuredImages({ images }: Pick<ProductValues, "images">) {
  const filled = images.map(({ url }) => ({ url: url.trim() }));
  const [settled] = useDebouncedValue(JSON.stringify(filled), TYPING_MS);
  const { data, isFetching } = useQuery({
    queryKey: ["measured images", settled],
    enabled: settled !== "[]",
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    queryFn: ({ signal }) =>
      answerOf(api.POST("/api/v2/products/validate", { body: { images: JSON.parse(settled) } as ProductBody, signal })),
  });
  const isCurrent = settled === JSON.stringify(filled) && !isFetching;
  return {
    measured: data?.images ?? [],
    findings: settled === "[]" ? [] : (data?.reviews.map(findingOf).filter(({ pointer }) => fieldOf(pointer) === "images") ?? []),
    isCurrent,
  };
}
