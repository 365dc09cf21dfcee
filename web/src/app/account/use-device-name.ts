import { useTranslation } from "react-i18next";
import { deviceOf } from "./device-name.ts";

/** What people call a device: `Chrome em Windows`. What is not known is shown as it calls itself. */
export function useDeviceName(): (agent: string) => string {
  const { t } = useTranslation("app/account");
  return (agent) => {
    const { browser, system } = deviceOf(agent);
    if (browser !== undefined && system !== undefined) return t("device.name", { browser, system });
    return browser ?? (agent === "" ? t("device.unknown") : agent);
  };
}
