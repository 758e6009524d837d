/** The files that findings point at. */
export interface SourceFiles {
  /** The path of the folder in which the command ran, within its repository; empty at its root. */
  readonly folder: string;
  /** The settings file, as a URI relative to the root of the repository. */
  readonly settingsUri: string;
}

export const usualSources: SourceFiles = { folder: '', settingsUri: 'sandbox.config.json' };

/** The file of a test, as a URI relative to the root of the repository; undefined where its name does not begin with one. */
export function uriOf(test: string | undefined, { folder }: SourceFiles): string | undefined {
  const file = fileAtStart.exec(test ?? '')?.[1];
  if (file === undefined || file.split('/').some((part) => part === '..' || part === '.')) return undefined;
  return toUri(folder, file);
}

/** Runners write `test/cart.test.ts > pays` and `tests/test_cart.py::test_pays`. */
const fileAtStart =
  /^((?:[^\p{C}/\\:<>]+\/)*[^\p{C}/\\:<>]+\.(?:[cm]?[jt]sx?|py|rb|go|php|java|kt|cs|rs|swift|feature))(?= > |:|$)/u;

/** A path of several parts with forward slashes, as a relative URI. */
export const toUri = (...parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .join('/')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
