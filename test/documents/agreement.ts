/**
 * Compares what a document shows with what came.
 *
 * `…` in a document stands for anything: within a line for any text, alone in a line for any lines, in JSON as a
 * value for any value, as the last item for further items, and as a member (`"…": "…"`) for further members. Ids of
 * 32 digits, instants and local dates differ from run to run, so only their form is compared.
 *
 * @returns what disagrees, in one sentence; undefined when nothing does
 */
export function disagreement(shown: string, came: string, language: string): string | undefined {
  if (language !== 'json') return textDisagreement(shown, came);
  const parsed = readJson(came);
  if (parsed === undefined) return `the document shows JSON; this came:\n${came}`;
  return jsonDisagreement(JSON.parse(shown), parsed, '');
}

const any = '…';

/** Parts that move, each with a text of the same form that stands for all of them. */
const moving: readonly [RegExp, string][] = [
  [/\b[0-9a-f]{32}\b/g, '<id>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?/g, '<instant>'],
  [/\b\d\d:\d\d:\d\d\b/g, '<time>'],
  [/(?<![\d.])1[5-9]\d{11}(?![\d.])/g, '<ms>'],
];
const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const settled = (text: string) => moving.reduce((rest, [part, name]) => rest.replaceAll(part, name), text);

function textDisagreement(shown: string, came: string): string | undefined {
  const lines = settled(shown).trimEnd().split('\n');
  const pattern = lines.map((line, at) => {
    const isLast = at === lines.length - 1;
    if (line.trim() === any) return isLast ? '(?:\\n[\\s\\S]*)?' : '(?:\\n[^\\n]*)*?';
    return `${at === 0 ? '' : '\\n'}${line.trimEnd().split(any).map(literal).join('[^\\n]*')} *`;
  });
  const actual = settled(came).trimEnd();
  const start = lines[0]?.trim() === any ? '\n' : '';
  if (new RegExp(`^${pattern.join('')}$`).test(start + actual)) return undefined;
  return `the document shows:\n${shown.trimEnd()}\nthis came:\n${came.trimEnd()}`;
}

function jsonDisagreement(shown: unknown, came: unknown, at: string): string | undefined {
  if (shown === any) return undefined;
  if (Array.isArray(shown)) return arrayDisagreement(shown, came, at);
  if (typeof shown === 'object' && shown !== null) return objectDisagreement(shown, came, at);
  if (typeof shown === 'string' && typeof came === 'string')
    return textDisagreement(shown, came) && differs(shown, came, at);
  return settled(JSON.stringify(shown)) === settled(JSON.stringify(came))
    ? undefined
    : differs(shown, came, at);
}

function arrayDisagreement(shown: readonly unknown[], came: unknown, at: string): string | undefined {
  if (!Array.isArray(came)) return differs(shown, came, at);
  const items = shown.at(-1) === any ? shown.slice(0, -1) : shown;
  if (items === shown ? came.length !== items.length : came.length < items.length)
    return `${at || 'the reply'} has ${came.length} items, not ${items.length}`;
  return first(items, (item, index) => jsonDisagreement(item, came[index], `${at}/${index}`));
}

function objectDisagreement(shown: object, came: unknown, at: string): string | undefined {
  if (typeof came !== 'object' || came === null || Array.isArray(came)) return differs(shown, came, at);
  const members = Object.entries(shown).filter(([name]) => name !== any);
  const further = Object.keys(came).filter((name) => !Object.hasOwn(shown, name));
  if (!Object.hasOwn(shown, any) && further.length > 0)
    return `${at || 'the reply'} also has ${further.join(', ')}`;
  return first(members, ([name, value]) =>
    Object.hasOwn(came, name)
      ? jsonDisagreement(value, (came as Record<string, unknown>)[name], `${at}/${name}`)
      : `${at}/${name} is missing`,
  );
}

const differs = (shown: unknown, came: unknown, at: string) =>
  `${at || 'the reply'}: the document shows ${JSON.stringify(shown)}, ${JSON.stringify(came)} came`;

function first<Item>(
  items: readonly Item[],
  check: (item: Item, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const found = check(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
