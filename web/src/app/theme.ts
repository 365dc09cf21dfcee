import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

/** Deep indigo: the only accent. */
const INDIGO: MantineColorsTuple = [
  "#eff1fc",
  "#dfe3f7",
  "#bac2ec",
  "#939fe1",
  "#7280d8",
  "#5a69ce",
  "#4756be",
  "#3a48a8",
  "#2f3b8b",
  "#222b68",
];
const GRAY: MantineColorsTuple = [
  "#f8f9fb",
  "#f1f3f6",
  "#e6e9ee",
  "#dadee5",
  "#c3c9d3",
  "#98a1b0",
  "#717b8c",
  "#525b6b",
  "#363d4a",
  "#1b2029",
];
/** From text to background. */
const DARK: MantineColorsTuple = [
  "#dfe3ea",
  "#c2c8d2",
  "#a0a8b6",
  "#707a8a",
  "#434b59",
  "#323945",
  "#282e38",
  "#1a1e25",
  "#15181e",
  "#101318",
];

/** Sizes, colours and type of both portals. */
export const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: { light: 7, dark: 5 },
  colors: { indigo: INDIGO, gray: GRAY, dark: DARK },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
  lineHeights: { xs: "1.4", sm: "1.45", md: "1.5", lg: "1.5", xl: "1.4" },
  spacing: { xs: "4px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "16px" },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  headings: {
    fontWeight: "650",
    sizes: {
      h1: { fontSize: "22px", lineHeight: "1.3" },
      h2: { fontSize: "16px", lineHeight: "1.4" },
      h3: { fontSize: "14px", lineHeight: "1.45" },
    },
  },
  components: {
    Button: { defaultProps: { size: "sm" } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
    // The first item gets the focus. The placeholder that would get it has no place in a menu (axe: aria-required-children).
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true, events: { hover: true, focus: true, touch: false } } },
    Modal: {
      defaultProps: { centered: true, radius: "lg", padding: "lg", overlayProps: { backgroundOpacity: 0.45 } },
      styles: { title: { fontSize: "16px", fontWeight: 650 } },
    },
    Anchor: { defaultProps: { underline: "always" } },
    TextInput: { defaultProps: { size: "sm" } },
    PasswordInput: { defaultProps: { size: "sm" } },
  },
});

/** Tones that pass contrast on every tint of the pages; Mantine's own dimmed text does not on tinted rows. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-text": "#1b2029",
    "--mantine-color-dimmed": "#565f6f",
    "--mantine-color-placeholder": "#697282",
    "--mantine-color-anchor": "#3a48a8",
    "--mantine-color-error": "#b42318",
    "--mantine-color-default-border": "#dadee5",
    "--mantine-color-indigo-light": "#e7eafa",
    "--mantine-color-indigo-light-hover": "#dce1f6",
    "--mantine-color-indigo-light-color": "#2f3b8b",
  },
  dark: {
    "--mantine-color-text": "#dfe3ea",
    "--mantine-color-dimmed": "#a3abb9",
    "--mantine-color-placeholder": "#8d96a5",
    "--mantine-color-anchor": "#a9b4f0",
    "--mantine-color-error": "#ff9d92",
    "--mantine-color-default-border": "#3a424f",
    "--mantine-color-indigo-light": "#2a3160",
    "--mantine-color-indigo-light-hover": "#323a70",
    "--mantine-color-indigo-light-color": "#ccd3f8",
  },
});
