import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

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
  },
});
