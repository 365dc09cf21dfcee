/** Browsers as they present themselves. The first that fits: most of them also claim to be Chrome and Safari. */
const BROWSERS = [
  [/\bEdg[A-Z]?\w*\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;
const SYSTEMS = [
  [/\b(iPhone|iPad|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
] as const;

const nameIn = (table: readonly (readonly [RegExp, string])[], agent: string) => table.find(([pattern]) => pattern.test(agent))?.[1];

/** Browser and system by what a browser calls itself; undefined what is not known. */
export const deviceOf = (agent: string): { readonly browser: string | undefined; readonly system: string | undefined } => ({
  browser: nameIn(BROWSERS, agent),
  system: nameIn(SYSTEMS, agent),
});
