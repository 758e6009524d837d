/**
 * A text for people, with what would move the cursor of a terminal, colour it, or turn the order of its letters written
 * as `\u001b`: control characters but for tab and line feed, separators of lines, marks of direction. JSON stays the same value.
 */
export const plainText = (text: string): string => text.replace(acting, escapeOf);

/** The same for a part of a line: tabs and line feeds too. */
export const plainLine = (text: string): string => plainText(text).replace(/[\t\n]/g, escapeOf);

/** The same for a path or code from a client, short enough for a line. */
export const shortLine = (text: string): string => plainLine(text).slice(0, 400);

const acting =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const escapeOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A word for a shell. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
