// Runs before the page is drawn, so that a dark page never flashes white. start.tsx remembers the theme under this name.
const chosen = localStorage.getItem("vitrine.theme") ?? "auto";
const isDark = chosen === "dark" || (chosen === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.dataset.mantineColorScheme = isDark ? "dark" : "light";
