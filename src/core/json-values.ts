/**
 * RFC 6901: `` is the whole value, `/filters/0/value` a part; `~1` and `~0` mean `/` and `~`.
 * @returns the value at that place, undefined if there is none
 * @throws RangeError for anything that is not a JSON pointer
 */
export function compilePointer(pointer: string): (value: unknown) => unknown {
  if (pointer !== '' && !pointer.startsWith('/'))
    throw new RangeError(`"${pointer}" is not a JSON pointer: a pointer begins with a slash.`);
  if (/~(?![01])/.test(pointer))
    throw new RangeError(`"${pointer}" is not a JSON pointer: write ~0 for a tilde and ~1 for a slash.`);
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

  return (value) => {
    let at = value;
    for (const step of steps) {
      // only own properties: a client did not send "length" or "constructor"
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
      if (Array.isArray(at) && !/^(0|[1-9]\d*)$/.test(step)) return undefined;
      at = (at as Record<string, unknown>)[step];
    }
    return at;
  };
}

/** Compares two parsed JSON values; the order of properties does not matter. */
export function sameJson(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return expected === actual;
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(expected) !== Array.isArray(actual)) return false;
  const names = propertyNames(expected);
  return (
    names.length === propertyNames(actual).length &&
    names.every(
      (name) =>
        Object.hasOwn(actual, name) &&
        sameJson((expected as Record<string, unknown>)[name], (actual as Record<string, unknown>)[name]),
    )
  );
}

/** Many rules read one large body, so its names are listed once. */
function propertyNames(value: object): readonly string[] {
  const names = listedNames.get(value) ?? Object.keys(value);
  listedNames.set(value, names);
  return names;
}

const listedNames = new WeakMap<object, readonly string[]>();
