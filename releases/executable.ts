import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { constants, zstdCompressSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { assetNames } from '../src/launcher/assets.ts';
import { type CarriedFile, type CarriedIndex, digestOf } from '../src/system/unpacked-program.ts';

/**
 * Makes the program one file, with Node inside: `npm run build:executable`, after `npm run build`. It writes
 * `releases/out/creator-sandbox-<version>-<target>` and its SHA-256 beside it.
 *
 * `--target linux-arm64 --node FILE` makes it for another machine: FILE is Node of the same version for that machine.
 */
const { values } = parseArgs({
  options: {
    target: { type: 'string', default: `${process.platform}-${process.arch}` },
    node: { type: 'string', default: process.execPath },
  },
});
const { target, node } = values;
const addon = `node_modules/better-sqlite3/prebuilds/${target}.node`;

/** Folders and files of the package, and of the one that it does not bundle. */
const carried = [
  'package.json',
  'LICENSE',
  'sandbox.config.schema.json',
  'report.schema.json',
  'dist',
  'docs',
  'fixtures',
  'packages/pytest-creator-sandbox/src/pytest_creator_sandbox/at_start',
  'world/default.packed',
  'node_modules/better-sqlite3/package.json',
  'node_modules/better-sqlite3/LICENSE',
  'node_modules/better-sqlite3/lib',
  addon,
];
/** Types, and what Python and Node leave behind. */
const left = /^dist\/types\/|\.d\.[cm]?ts$|\.map$|__pycache__/;

if (!existsSync(addon)) fail(`SQLite's addon has no build for ${target}.`);
if (!existsSync('dist/main.js') || !existsSync('world/default.packed')) fail('Run npm run build first.');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const out = join('releases', 'out');
const file = join(out, `creator-sandbox-${version}-${target}${target.startsWith('win32') ? '.exe' : ''}`);
const work = mkdtempSync(join(tmpdir(), 'executable-'));
try {
  mkdirSync(out, { recursive: true });
  await makeBlob();
  copyFileSync(node, file);
  chmodSync(file, 0o755);
  // A signature of the copied Node does not hold for the changed file.
  if (target.startsWith('darwin') && process.platform === 'darwin')
    execFileSync('codesign', ['--remove-signature', file]);
  // Its warnings about sections of the file are about Node as it comes.
  execFileSync(
    process.execPath,
    [
      ...['node_modules/postject/dist/cli.js', file, 'NODE_SEA_BLOB', join(work, 'blob')],
      ...['--sentinel-fuse', 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'],
      ...(target.startsWith('darwin') ? ['--macho-segment-name', 'NODE_SEA'] : []),
    ],
    { stdio: 'pipe' },
  );
  if (target.startsWith('darwin') && process.platform === 'darwin')
    execFileSync('codesign', ['--sign', '-', file]);
} finally {
  rmSync(work, { recursive: true });
}
const bytes = readFileSync(file);
const name = file.slice(out.length + 1);
writeFileSync(`${file}.sha256`, `${digestOf(bytes)}  ${name}\n`);
console.log(`${file}: ${(bytes.length / 2 ** 20).toFixed(1)} MiB`);

/** Writes the file that Node reads from an executable. */
async function makeBlob(): Promise<void> {
  const files = [...filesIn(carried), startFile()];
  const index: CarriedIndex = {
    version,
    target,
    files: files.map(
      ({ path, bytes }): CarriedFile => ({ path, size: bytes.length, digest: digestOf(bytes) }),
    ),
  };
  const bundle = await rolldown({ input: 'src/launcher/launcher.ts', platform: 'node' });
  await bundle.write({ file: join(work, 'launcher.cjs'), format: 'cjs' });
  writeFileSync(join(work, assetNames.index), JSON.stringify(index));
  writeFileSync(
    join(work, assetNames.files),
    zstdCompressSync(Buffer.concat(files.map(({ bytes }) => bytes)), {
      params: { [constants.ZSTD_c_compressionLevel]: 19 },
    }),
  );
  writeFileSync(
    join(work, 'config.json'),
    JSON.stringify({
      main: join(work, 'launcher.cjs'),
      output: join(work, 'blob'),
      disableExperimentalSEAWarning: true,
      assets: Object.fromEntries(
        [assetNames.index, assetNames.files].map((asset) => [asset, join(work, asset)]),
      ),
    }),
  );
  execFileSync(process.execPath, ['--experimental-sea-config', join(work, 'config.json')], { stdio: 'pipe' });
}

/** A module of the kind that the start of an executable can load. */
function startFile() {
  return { path: `dist/${assetNames.start}`, bytes: Buffer.from("import('./main.js');\n") };
}

function filesIn(paths: readonly string[]) {
  return paths
    .flatMap((path) =>
      statSync(path).isFile()
        ? [path]
        : readdirSync(path, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/')),
    )
    .filter((path) => !left.test(path))
    .sort()
    .map((path) => ({ path, bytes: readFileSync(path) }));
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
