import { useTranslation } from "react-i18next";
import type { schemas } from "../../../api/generated/index.ts";

type Measured = schemas["operator"]["MeasuredImage"];

const BYTES_PER_KB = 1_000;
const STATES = ["ok", "pending", "unreachable", "not_jpeg", "too_heavy", "wrong_size"] as const;

/** Says what was measured of a picture: `800 × 1200 · 142 kB`, and what is wrong with it. */
export function useMeasures(): (image: Omit<Measured, "url"> | undefined) => string {
  const { t, i18n } = useTranslation("backoffice/review");
  return (image) => {
    const { state, width, height, bytes } = image ?? { state: "pending" };
    const known = STATES.find((one) => one === state);
    return [
      width === undefined || height === undefined ? undefined : `${width} × ${height}`,
      bytes === undefined ? undefined : `${Math.round(bytes / BYTES_PER_KB).toLocaleString(i18n.language)} kB`,
      known === "ok" ? undefined : known === undefined ? state : t(`imageStates.${known}`),
    ]
      .filter((part) => part !== undefined)
      .join(" · ");
  };
}
