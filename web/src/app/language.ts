import i18next, { type i18n, type ResourceKey } from "i18next";
import { initReactI18next } from "react-i18next";
import { noteLanguage } from "../api/session.ts";

/** Languages of the pages, the first for everybody who asks for neither. */
export const LANGUAGES = ["pt-BR", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Files with texts as Vite finds them: how to load each, by its path. */
export type TextFiles = Readonly<Record<string, () => Promise<unknown>>>;

const KEY = "vitrine.language";
const OWN_TEXTS: TextFiles = {
  ...import.meta.glob("./**/texts.*.ts", { import: "texts" }),
  ...import.meta.glob("../ui/texts.*.ts", { import: "texts" }),
};

/** The language chosen here before, otherwise the browser's. */
function initialLanguage(): Language {
  const chosen = localStorage.getItem(KEY);
  return LANGUAGES.find((one) => one === chosen) ?? (preferred() === "en" ? "en" : "pt-BR");
}
const preferred = () => navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === "pt" || tag === "en");

/** Loads the texts of the shell in the person's language. Texts of a screen are loaded with it: its namespace is its folder, `portal/home`. */
export async function startLanguage(portal: string, files: TextFiles): Promise<i18n> {
  const instance = i18next.createInstance();
  const read = async (language: string, namespace: string) => (await loaderOf(portal, files, language, namespace)()) as ResourceKey;
  instance.use(initReactI18next).use({
    type: "backend",
    read: (language: string, namespace: string, done: (error: unknown, texts: ResourceKey | null) => void) =>
      read(language, namespace).then(
        (texts) => done(null, texts),
        (error: unknown) => done(error, null),
      ),
  });
  await instance.init({
    lng: initialLanguage(),
    supportedLngs: LANGUAGES,
    fallbackLng: false,
    load: "currentOnly",
    ns: ["app", "ui", portal],
    defaultNS: "app",
    interpolation: { escapeValue: false },
    react: { useSuspense: true },
  });
  document.documentElement.lang = instance.language;
  instance.on("languageChanged", (language) => {
    document.documentElement.lang = language;
  });
  return instance;
}

/** Takes the language that a person has chosen elsewhere, unless one was chosen here. */
export async function adoptLanguage(instance: i18n, language: Language): Promise<void> {
  if (localStorage.getItem(KEY) === null) await instance.changeLanguage(language);
}

/** Changes the language and remembers it, here and with the person. */
export async function changeLanguage(instance: i18n, language: Language): Promise<void> {
  localStorage.setItem(KEY, language);
  await Promise.all([instance.changeLanguage(language), noteLanguage(language)]);
}

/** `app` and `ui` belong to both portals, and so do the screens of `app`; `portal` to all screens of that portal; `portal/home` to one screen. */
function loaderOf(portal: string, files: TextFiles, language: string, namespace: string): () => Promise<unknown> {
  const owner = namespace.split("/")[0]!;
  const folder = owner === "ui" ? "../ui" : `.${namespace.slice(owner.length)}`;
  const path = `${folder}/texts.${language}.ts`;
  const loader = (owner === portal ? files : OWN_TEXTS)[path];
  if (loader === undefined) throw new Error(`no texts for ${namespace} in ${language}`);
  return loader;
}
