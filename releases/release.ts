import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Tells a release about a tag: `node releases/release.ts check|notes|tags v1.2.3`. It prints the notes of the
 * changelog, or the tags of the image, for which git must know all tags; `check` ends with 1 and the reason when the tag
 * must not be released.
 */
const [what = '', tag = ''] = process.argv.slice(2);
const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const version = tag.replace(/^v/, '');

const answers: Record<string, () => string> = {
  check() {
    const { version: packaged } = JSON.parse(read('package.json')) as { version: string };
    if (packaged !== version) throw new Error(`package.json has version ${packaged}, the tag is ${tag}.`);
    // An image without a registry would fail only after npm has the package.
    if (process.env['IMAGE']?.startsWith('/'))
      throw new Error(
        'The variable IMAGE_REGISTRY of the repository is not set: it names the registry of the image.',
      );
    return `${notes().split('\n').length} lines of notes.`;
  },
  notes,
  tags: () => imageTags(version).join('\n'),
};

try {
  const answer = answers[what];
  if (!answer) throw new Error(`Name one of ${Object.keys(answers).join(', ')}, and a tag such as v1.2.3.`);
  console.log(answer());
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

/** The section of the version in the changelog. */
function notes(): string {
  const sections = read('CHANGELOG.md').split(/^## /m).slice(1);
  const section = sections.find((each) => each.startsWith(`[${version}]`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## [${version}]".`);
  return section.slice(section.indexOf('\n')).trim();
}

/**
 * `1.2.3` → 1.2.3, 1.2, 1, latest: each short tag only if no higher version has it, so that a fix of an old version moves
 * nobody back. A version before a release (`1.3.0-rc.1`) moves none.
 */
function imageTags(of: string): string[] {
  const parts = /^(\d+)\.(\d+)\.\d+(-[\w.]+)?$/.exec(of);
  if (!parts) throw new Error(`${tag} is not a version such as v1.2.3.`);
  const [, major = '', minor = '', before] = parts;
  if (before !== undefined) return [of];
  const higher = releasedVersions().filter((each) => isHigher(each, of));
  const isHighestOf = (prefix: string) => !higher.some((each) => each.startsWith(prefix));
  return [
    of,
    ...(isHighestOf(`${major}.${minor}.`) ? [`${major}.${minor}`] : []),
    // 0.x may change with each minor version, so there is no tag 0.
    ...(major !== '0' && isHighestOf(`${major}.`) ? [major] : []),
    ...(isHighestOf('') ? ['latest'] : []),
  ];
}

/** The versions that git has a tag of, without those before a release. */
function releasedVersions(): string[] {
  const tags = execFileSync('git', ['tag', '--list', 'v*'], { encoding: 'utf8' }).split('\n');
  return tags.flatMap((each) => /^v(\d+\.\d+\.\d+)$/.exec(each)?.[1] ?? []);
}

function isHigher(one: string, other: string): boolean {
  const others = other.split('.').map(Number);
  const differences = one.split('.').map((part, n) => Number(part) - (others[n] ?? 0));
  return (differences.find((difference) => difference !== 0) ?? 0) > 0;
}
