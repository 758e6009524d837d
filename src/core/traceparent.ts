/** The header by which a client names its trace, as W3C Trace Context describes it. */
export const traceparentHeader = 'traceparent';

/** Version, trace, parent and flags; a later version may have more, which is left out. */
const traceparentPattern =
  /^(?!ff)([0-9a-f]{2})-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})(-[!-~]*)?$/;

/** The first four parts of a header, 55 characters; undefined if it names no trace. */
export function readTraceparent(header: string): string | undefined {
  const [, version, trace, parent, flags, more] = traceparentPattern.exec(header.trim()) ?? [];
  if (trace === undefined || (version === '00' && more !== undefined)) return undefined;
  return `${version}-${trace}-${parent}-${flags}`;
}

/** The parts of what `readTraceparent` gives: hexadecimal digits. */
export function partsOfTraceparent(traceparent: string): Record<'trace' | 'parent' | 'flags', string> {
  const [, trace = '', parent = '', flags = ''] = traceparent.split('-');
  return { trace, parent, flags };
}
