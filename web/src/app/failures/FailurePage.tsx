import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";

/** Stands where a screen failed; the rest of the page goes on. */
export function FailurePage({ error }: ErrorComponentProps) {
  const router = useRouter();
  return <ErrorPanel error={error} onRetry={() => void router.invalidate()} />;
}
