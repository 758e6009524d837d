import { readFileSync } from 'node:fs';

/**
 * Compares a list of components with the lock file: `npm sbom --package-lock-only --sbom-format cyclonedx >sbom.json`, then
 * `node releases/sbom.ts sbom.json`. Ends with 1 and the differences, which would be packages that nobody audits.
 */
const [file = ''] = process.argv.slice(2);
const { components } = JSON.parse(readFileSync(file, 'utf8')) as {
  components: { group?: string; name: string; version: string }[];
};
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { name?: string; version?: string; link?: boolean }>;
};

const listed = new Set(
  components.map(({ group, name, version }) => `${group === undefined ? '' : `${group}/`}${name}@${version}`),
);
const locked = new Set(
  Object.entries(packages).flatMap(([folder, { name, version, link }]) =>
    folder === '' || link ? [] : [`${name ?? folder.replace(/^.*node_modules\//, '')}@${version}`],
  ),
);
const differences = [
  ...[...locked].filter((each) => !listed.has(each)).map((each) => `${each} is in the lock file only.`),
  ...[...listed].filter((each) => !locked.has(each)).map((each) => `${each} is in the list only.`),
];
for (const difference of differences) console.error(difference);
if (differences.length > 0) process.exitCode = 1;
else console.log(`${listed.size} packages, as in the lock file.`);
