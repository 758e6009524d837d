import { globSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Keeps every place that names the version: `node releases/versions.ts write|check|registry`. package.json has the version.
 * releases/install.json says whether pages and examples install a packed file or, once there is a release, by name:
 * `registry` turns that switch.
 */
const root = new URL('../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');

interface Install {
  from: 'file' | 'registry';
}

const { version } = JSON.parse(read('package.json')) as { version: string };

interface Place {
  /** From the root. */
  file: string;
  /** Finds the part that is written. */
  pattern: RegExp;
  text: string;
}

/** `1.3.0-rc.1` → `1.3.0rc1`, as Python writes versions. */
const pythonVersion = version.replace(/-([a-z]+)\.?(\d+)$/, '$1$2');

function placesFor({ from }: Install): Place[] {
  const isFile = from === 'file';
  const packed = `creator-sandbox-${version}.tgz`;
  return [
    {
      file: 'packages/pytest-creator-sandbox/pyproject.toml',
      pattern: /(?<=^version = ")[^"]*(?=")/m,
      text: pythonVersion,
    },
    ...['README.md', 'docs/install.md'].map((file) => ({
      file,
      pattern: /(?<=^```sh\n)(?:npm pack .*\n)?npm install --save-dev .*(?=\n```$)/m,
      text: isFile
        ? `npm pack ~/creator-sandbox\nnpm install --save-dev ./${packed} node@24`
        : 'npm install --save-dev creator-sandbox node@24',
    })),
    {
      file: 'docs/ci.md',
      pattern: /(?<= package: ).*/,
      text: isFile ? `./${packed}` : `creator-sandbox@${version}`,
    },
    ...globSync('examples/*/README.md', { cwd: root }).map((file) => ({
      file,
      pattern: /(?<=\n)(?:npm pack ~\/creator-sandbox\n)?npm install(?=\n)/,
      text: isFile ? 'npm pack ~/creator-sandbox\nnpm install' : 'npm install',
    })),
    ...globSync('examples/*/package.json', { cwd: root }).map((file) => ({
      file,
      pattern: /(?<="creator-sandbox": ")[^"]*(?=")/,
      text: isFile ? `file:${packed}` : `^${version}`,
    })),
  ];
}

const [what = ''] = process.argv.slice(2);
const install = JSON.parse(read('releases/install.json')) as Install;

const verbs: Record<string, () => void> = {
  check() {
    const wrong = placesFor(install).filter(
      ({ file, pattern, text }) => pattern.exec(read(file))?.[0] !== text,
    );
    if (wrong.length === 0) return;
    console.error(`${wrong.map(({ file }) => file).join(', ')}: run \`node releases/versions.ts write\`.`);
    process.exitCode = 1;
  },
  write: () => write(install),
  registry() {
    writeFileSync(new URL('releases/install.json', root), '{ "from": "registry" }\n');
    write({ from: 'registry' });
  },
};

function write(as: Install) {
  for (const { file, pattern, text } of placesFor(as)) {
    const before = read(file);
    if (!pattern.test(before)) throw new Error(`${file} has no place for the version.`);
    writeFileSync(
      new URL(file, root),
      before.replace(pattern, () => text),
    );
  }
}

const verb = verbs[what];
if (verb) verb();
else {
  console.error(`Name one of ${Object.keys(verbs).join(', ')}.`);
  process.exitCode = 2;
}
