import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { changeLanguage, LANGUAGES } from "../language.ts";
import mark from "../mark.svg";
import classes from "./EntrancePage.module.css";

/** The frame of the pages that people see before they are signed in. */
export function EntrancePage({ title, text, children }: { readonly title: string; readonly text: string; readonly children: ReactNode }) {
  const { i18n, t } = useTranslation();
  return (
    <main className={classes["page"]}>
      <div className={classes["card"]}>
        <img src={mark} width={40} height={40} alt="Vitrine" />
        <h1 className={classes["title"]}>{title}</h1>
        <p className={classes["text"]}>{text}</p>
        {children}
      </div>
      <div className={classes["languages"]}>
        {LANGUAGES.map((language) => (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={language === i18n.language}
            onClick={() => void changeLanguage(i18n, language)}
          >
            {t(`languages.${language}`)}
          </button>
        ))}
      </div>
    </main>
  );
}
