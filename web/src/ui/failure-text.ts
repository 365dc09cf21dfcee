import { useTranslation } from "react-i18next";
import { ApiError, UnreachableError } from "../api/errors.ts";

/** What to tell a person about a failure: the server's own sentence if there is one. */
export function useFailureText(): (error: unknown) => string {
  const { t } = useTranslation("ui");
  return (error) => {
    if (error instanceof ApiError) return error.body === undefined ? t("failure.status", { status: error.status }) : error.message;
    return error instanceof UnreachableError ? t("failure.unreachable") : t("failure.page");
  };
}
