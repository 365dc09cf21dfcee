import { useTranslation } from "react-i18next";

/** Who may deliver. Sellers deliver whatever is on another platform. */
export const PLATFORMS = ["INTERNAL", "MARKETPLACE_ENTREGAS", "PARTNER_ENTREGAS"] as const;
/** One of them. */
export type PlatformName = (typeof PLATFORMS)[number];

/** Who delivers, in words. */
export function usePlatformText(): (platform: string) => string {
  const { t } = useTranslation("ui");
  return (platform) => t(`platforms.${PLATFORMS.find((one) => one === platform) ?? "INTERNAL"}`);
}
