import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';
import { generatorHash } from './seed/generator-hash.ts';

/**
 * The program in few files: a start from the sources opens a thousand. Names stay readable, for the stacks of
 * unexpected errors. What the start does not need is imported dynamically, and so has files of its own.
 */
const program = defineConfig({
  input: {
    main: 'src/main.ts',
    index: 'src/library/index.ts',
    vitest: 'src/library/vitest.ts',
    'vitest-setup': 'src/library/vitest-setup.ts',
    testcontainers: 'src/client/testcontainers.ts',
    worker: 'seed/worker.ts',
  },
  platform: 'node',
  // Native modules (pg never loads one of them here), and the user's own vitest and testcontainers.
  external: ['better-sqlite3', /^vitest/, 'testcontainers', 'pg-native'],
  plugins: [requireBuiltins(), collectLicences()],
  transform: { define: { bundledGeneratorHash: JSON.stringify(generatorHash()) } },
  // Workers are found beside the files that start them, so all files are in one folder.
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    // Traces name the sources, which the package does not hold.
    sourcemap: true,
    sourcemapExcludeSources: true,
    // V8 keeps the sources, with two bytes for each character if one of them is beyond Latin-1. Names stay.
    // One file for the small parts that every command reads: looking a file up costs more than its code. `--version` reads
    // none of them. Few commands read the decisions, latencies, matches and filters, statistics and queues.
    codeSplitting: {
      groups: [
        { name: 'builtins', test: /^\0builtin:/ },
        {
          name: 'core',
          test: /\/src\/core\/(?!decisions\/|latency|list-filter|statistics|bounded-queue|search-body|selection|match|glob)|\/src\/system\/(cache-dir|make-folder|package-root|user-id)\.ts/,
        },
      ],
    },
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
  },
});

/**
 * The file that `--call-sites` loads into the user's processes: alone, because each of them reads it. `--require` loads
 * it: a start without Node's loader of modules is a millisecond shorter.
 */
const callSites = defineConfig({
  input: { 'call-sites': 'src/library/call-sites.ts' },
  platform: 'node',
  output: {
    dir: 'dist',
    entryFileNames: '[name].cjs',
    format: 'cjs',
    cleanDir: false,
    minify: { compress: false, mangle: false },
  },
});

export default [program, callSites];

/**
 * An `import` of a built-in module reads each of its exports, and some load much of Node: all of undici for
 * `node:http`, the standard streams for `node:process`. `require` reads only what is used. Fastify loads two that a
 * plain HTTP server never uses.
 */
function requireBuiltins(): Plugin {
  const prefix = '\0builtin:';
  const unused = ['node:https', 'node:http2'];
  return {
    name: 'require-builtins',
    resolveId(id, importer, { kind }) {
      // The bundle itself takes `require` from node:module.
      const replaced = unused.includes(id) || (kind === 'import-statement' && id !== 'node:module');
      return isBuiltin(id) && replaced && !importer?.startsWith(prefix) ? `${prefix}${id}` : undefined;
    },
    load(id) {
      if (!id.startsWith(prefix)) return undefined;
      const name = id.slice(prefix.length);
      const required = `require('${name}')`;
      if (!unused.includes(name)) return `module.exports = ${required};`;
      // Its names are there at once, because an import copies them; the module is not.
      const getters = Object.keys(process.getBuiltinModule(name) ?? {}).map(
        (each) => `get ${each}() { return ${required}.${each}; }`,
      );
      return `module.exports = { ${getters.join(', ')} };`;
    },
  };
}

/** The licences of the bundled packages, which ask to be passed on with their code. */
function collectLicences(): Plugin {
  return {
    name: 'collect-licences',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk' ? output.moduleIds : [],
      );
      const folders = new Set(
        modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/')) ?? []),
      );
      const source = [...folders].sort().map(licenceOf).join('\n');
      this.emitFile({ type: 'asset', fileName: 'third-party-licences.txt', source });
    },
  };
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license: string;
  };
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  return `${name} ${version}, ${license}\n${text}`;
}
