import { useTranslation } from "react-i18next";
import { PageHeader } from "../../ui/PageHeader.tsx";
import classes from "./AccountPage.module.css";
import { PasskeysCard } from "./PasskeysCard.tsx";
import { PasswordCard } from "./PasswordCard.tsx";
import { ProfileCard } from "./ProfileCard.tsx";
import { RecentSignInDialog } from "./RecentSignInDialog.tsx";
import { SecondFactorCard } from "./SecondFactorCard.tsx";
import { SessionsCard } from "./SessionsCard.tsx";

/** One's own account: name and language, the ways to sign in, and where one is signed in. */
export function AccountPage() {
  const { t } = useTranslation("app/account");
  const { t: inApp } = useTranslation();
  return (
    <>
      <PageHeader title={inApp("screens.account")} text={t("text")} />
      <div className={classes["columns"]}>
        <div className={classes["column"]}>
          <ProfileCard />
          <PasswordCard />
          <SecondFactorCard />
        </div>
        <div className={classes["column"]}>
          <PasskeysCard />
          <SessionsCard />
        </div>
      </div>
      <RecentSignInDialog />
    </>
  );
}
