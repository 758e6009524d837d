import { setImmediate } from 'node:timers/promises';

/** How long long work holds the event loop in one piece. */
const maxSliceMs = 4;

/** Runs work that yields between its small steps; others have their turn meanwhile. @returns what it returns */
export async function inSlices<T>(steps: Iterator<void, T>): Promise<T> {
  for (let until = performance.now() + maxSliceMs; ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await setImmediate();
    until = performance.now() + maxSliceMs;
  }
}

/** The JSON of a value, in steps: members and elements down to some levels, and those of long lists below. */
export function* jsonText(value: unknown, levels: number): Generator<void, string> {
  const texts: string[] = [];
  yield* addJson(value, levels, texts);
  return texts.join('');
}

function* addJson(value: unknown, levels: number, texts: string[]): Generator<void, void> {
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
