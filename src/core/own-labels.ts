import { compileGlob } from './glob.ts';

/** Whether a label is one of a token's own. */
export function compileLabels(labels: readonly string[] = []): (label: string | null) => boolean {
  const globs = labels.map((label) =>
    /^[^*?]*\*+$/.test(label)
      ? startsWith(label.replace(/\*+$/, ''))
      : compileGlob(label.replace(/\*+/g, '**')),
  );
  return (label) => label !== null && globs.some((matches) => matches(label));
}

/** The usual form, for which every key is compared. */
const startsWith =
  (prefix: string) =>
  (text: string): boolean =>
    text.startsWith(prefix);
