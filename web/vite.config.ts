import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const BASE =
  /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|openapi-fetch|@tanstack\/(history|router-core|react-router|query-core|react-query|store|react-store))\//;

/**
 * How pages are built; `build/pages.ts` says which ones. Scripts, styles and fonts find each other by relative addresses, so that each portal
 * serves all of them below its own address. The server replaces `{{nonce}}` in every answer.
 */
export default defineConfig({
  base: "./",
  publicDir: false,
  plugins: [react()],
  html: { cspNonce: "{{nonce}}" },
  build: {
    target: "es2024",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    emptyOutDir: true,
    // What every screen needs changes rarely: one file, which browsers keep when a screen has changed.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "base", test: BASE }] } } },
  },
});
