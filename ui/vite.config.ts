import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { renderDocuments } from './render-documents.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The dashboard as static files of the package. Their addresses are relative, so that a proxy may add a prefix. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [documents()],
  build: {
    outDir: '../dist/ui',
    emptyOutDir: true,
    // A data: URL in the page would need a wider content policy.
    assetsInlineLimit: 0,
    // The licences of the bundled packages ask to be passed on with their code.
    license: { fileName: 'third-party-licences.md' },
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
  },
});

/** The pages of the documents as one module, which is loaded when somebody reads them. */
function documents(): Plugin {
  const id = '\0documents.js';
  return {
    name: 'documents',
    resolveId: (name) => (name === 'virtual:documents' ? id : undefined),
    load(name) {
      if (name !== id) return undefined;
      const { pages, groups, pictures } = renderDocuments(root);
      const imports = pictures.map((path, n) => `import p${n} from ${JSON.stringify(`${root}${path}?url`)};`);
      const table = pictures.map((path, n) => `${JSON.stringify(path)}: p${n}`).join(', ');
      return [
        ...imports,
        `export const groups = ${JSON.stringify(groups)};`,
        `const pictures = { ${table} };`,
        `export const pages = ${JSON.stringify(pages)}.map((page) => ({ ...page, html: page.html.replace(/"picture:([^"]*)"/g, (_, path) => JSON.stringify(pictures[path])) }));`,
      ].join('\n');
    },
  };
}
