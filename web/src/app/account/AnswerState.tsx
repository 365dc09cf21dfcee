import { Skeleton } from "@mantine/core";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";

/** Stands where a list will be: its shape while it is on its way, the failure if it does not come. */
export function AnswerState({
  isThere,
  error,
  refetch,
}: {
  readonly isThere: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}) {
  if (isThere) return null;
  return error === null ? (
    <Skeleton height={56} mt="md" radius="md" aria-busy />
  ) : (
    <ErrorPanel error={error} onRetry={() => void refetch()} />
  );
}
