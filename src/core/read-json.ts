/** No file or text that anyone has to write by hand is nested deeper; recursion over the value stays shallow. */
export const maxLevels = 100;

/** The text is nested too deeply to work with. */
export class TooDeep extends Error {
  constructor() {
    super(`it is nested deeper than ${maxLevels} levels`);
  }
}

/** Parses JSON from a stranger. @throws TooDeep, SyntaxError */
export function readJson(text: string): unknown {
  if (isDeep(text)) throw new TooDeep();
  return JSON.parse(text);
}

/** Whether a text of JSON has more levels than `maxLevels`. It is not parsed for this. */
export function isDeep(text: string): boolean {
  let levels = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openBrace || code === openBracket) {
      levels += 1;
      if (levels > maxLevels) return true;
    } else if (code === closeBrace || code === closeBracket) levels -= 1;
  }
  return false;
}

const [quote, backslash] = [0x22, 0x5c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** @returns the place of the closing quotation mark, or the end of the text */
function endOfString(text: string, start: number): number {
  for (let at = start; ; ) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return text.length;
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
}
