import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The dashboard as static files of the package. Their addresses are relative, so that a proxy may add a prefix. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  build: {
    outDir: '../dist/ui',
    emptyOutDir: true,
    // A data: URL in the page would need a wider content policy.
    assetsInlineLimit: 0,
    // The licences of the bundled packages ask to be passed on with their code.
    license: { fileName: 'third-party-licences.md' },
    modulePreload: { polyfill: false },
  },
});
