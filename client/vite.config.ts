import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/cerealbar/server/static",
    emptyOutDir: true,
    target: "es2022",
    license: { fileName: "licenses.md" }, // of the packages that are bundled, whose notices must come along
    chunkSizeWarningLimit: 700, // three.js is one chunk, loaded when a board is to be shown
  },
  test: { include: ["tests/**/*.test.ts"] },
});
