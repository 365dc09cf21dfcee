import react from "@vitejs/plugin-react";
import { join } from "node:path";
import { defineConfig } from "vite";

const page = (portal: string) => join(import.meta.dirname, `index.${portal}.html`);

/**
 * Builds two pages that share their files. Scripts, styles and fonts find each other by relative addresses, so that each portal serves all of them
 * below its own address. `main.ts` addresses those that the pages themselves name, and the server replaces `{{nonce}}` in every answer.
 */
export default defineConfig({
  root: import.meta.dirname,
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
    rolldownOptions: { input: { portal: page("portal"), backoffice: page("backoffice") } },
  },
});
