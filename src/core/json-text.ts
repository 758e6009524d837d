import type { Steps } from './steps.ts';

/** JSON as people read it, with the end of its last line. */
export const indentedJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The JSON of a value, in steps: members and elements down to some levels, and those of long lists below. */
export function* jsonText(value: unknown, levels: number): Steps<string> {
  const texts: string[] = [];
  yield* addJson(value, levels, texts);
  return texts.join('');
}

function* addJson(value: unknown, levels: number, texts: string[]): Steps<void> {
  if (typeof value !== 'object' || value === null || (levels === 0 && !isLong(value))) {
    texts.push(JSON.stringify(value) ?? 'null');
    yield;
    return;
  }
  const isList = Array.isArray(value);
  let before = isList ? '[' : '{';
  for (const [name, member] of isList ? value.entries() : Object.entries(value)) {
    if (member === undefined && !isList) continue;
    texts.push(isList ? before : `${before}${JSON.stringify(name)}:`);
    yield* addJson(member, Math.max(0, levels - 1), texts);
    before = ',';
  }
  texts.push(before === ',' ? '' : before, isList ? ']' : '}');
}

const maxShort = 100;

const isLong = (value: object): boolean =>
  Array.isArray(value)
    ? value.length > maxShort
    : Object.values(value).some((member) => Array.isArray(member) && member.length > maxShort);
