import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "../../../api/client.ts";
import type { ProductBody } from "../product-queries.ts";
import { type Finding, findingOf } from "./findings.ts";

const TYPING_MS = 450;

const NOT_EDITABLE = "change_request_needed";

/** What the server says while the person types: everything that publishing this body now would be refused or criticized for. */
export function useRehearsal(body: ProductBody, isOn: boolean) {
  const [settled] = useDebouncedValue(JSON.stringify(body), TYPING_MS);
  const { data, error, isFetching } = useQuery({
    queryKey: ["rehearsal", settled],
    enabled: isOn,
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: ({ signal }) => answerOf(api.POST("/api/v2/products/validate", { body: JSON.parse(settled) as ProductBody, signal })),
  });
  const isCurrent = settled === JSON.stringify(body) && !isFetching;
  // That a closed product takes no PUT is said by the form itself, which asks for a change instead.
  const findings: readonly Finding[] = data?.reviews.map(findingOf).filter(({ code }) => code !== NOT_EDITABLE) ?? [];
  return { findings, pending: data?.pending ?? [], isKnown: data !== undefined, isCurrent, error };
}
/** What `useRehearsal` gives. */
export type Rehearsal = ReturnType<typeof useRehearsal>;
