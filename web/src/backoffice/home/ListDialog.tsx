import { Modal, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError, type ErrorBody } from "../../api/errors.ts";
import { sessionFetch } from "../../api/session-fetch.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { JsonView } from "../../ui/JsonView.tsx";
import classes from "./HomePage.module.css";

interface ListDialogProps {
  readonly title: string;
  /** Of the list, in the API. */
  readonly address: string;
  readonly onClose: () => void;
}

const NO_CONTENT = 204;

/** A list of the API as it answers. */
export function ListDialog({ title, address, onClose }: ListDialogProps) {
  const { t } = useTranslation("backoffice/home");
  const { t: ui } = useTranslation("ui");
  const { data, error, refetch } = useQuery({
    queryKey: ["list", address],
    queryFn: async ({ signal }): Promise<unknown> => {
      const response = await sessionFetch(new Request(new URL(address, location.origin), { signal }));
      if (response.status === NO_CONTENT) return null;
      const body: unknown = await response.json();
      if (!response.ok) throw new ApiError({ method: "GET", address }, response.status, "", body as ErrorBody);
      return body;
    },
  });
  return (
    <Modal opened onClose={onClose} size="xl" title={title} closeButtonProps={{ "aria-label": ui("close") }}>
      <p className={classes["address"]}>
        <code>{address}</code>
      </p>
      {error !== null ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={200} radius="md" />
      ) : data === null ? (
        <p>{t("emptyList")}</p>
      ) : (
        <JsonView value={data} />
      )}
    </Modal>
  );
}
