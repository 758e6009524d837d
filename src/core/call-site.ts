/** The place in a client's code that made a request. */
export interface CallSite {
  /** Relative to the working folder, with forward slashes. */
  readonly file: string;
  /** From 1; 0 stands for all beyond those that are kept. */
  readonly line: number;
  readonly column?: number;
  readonly function?: string;
}

/** The header by which a client names the place: `src/client.ts:41:12 fetchProfile`. */
export const callSiteHeader = 'x-sandbox-call-site';

/** Longer headers are cut. */
export const maxCallSiteCharacters = 300;

/** Stands for all call sites beyond those that are kept. */
export const furtherCallSites: CallSite = { file: 'further', line: 0 };

/** File, line, column, function; what is not ASCII, a blank, a colon or a percent sign is percent-encoded in the file. */
const pattern = /^([!-9;-~]+):([1-9]\d{0,6})(?::([1-9]\d{0,6}))?(?: +([ -~]+?))? *$/;

/** @returns undefined for a text that names no place within a folder */
export function parseCallSite(text: string): CallSite | undefined {
  const [, encoded = '', line, column, name] = pattern.exec(text.slice(0, maxCallSiteCharacters)) ?? [];
  const file = decoded(encoded);
  if (file === undefined || !isRelativeFile(file)) return undefined;
  const named = name === undefined ? undefined : (decoded(name) ?? name);
  return {
    file,
    line: Number(line),
    ...(column !== undefined && { column: Number(column) }),
    ...(named !== undefined && isPlain(named) && { function: named }),
  };
}

/** `src/client.ts:41:12 fetchProfile` */
export const formatCallSite = ({ file, line, column, function: name }: CallSite): string =>
  `${formatPlace({ file, line, ...(column !== undefined && { column }) })}${name === undefined ? '' : ` ${name}`}`;

/** `src/client.ts:41:12`, as terminals and editors open it. */
const formatPlace = ({ file, line, column }: CallSite): string =>
  line === 0 ? `${file} call sites` : `${file}:${line}${column === undefined ? '' : `:${column}`}`;

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Neither absolute nor out of the folder, and without characters that move a cursor or turn the order of letters. */
const isRelativeFile = (file: string): boolean =>
  file !== '' &&
  isPlain(file) &&
  !/[\\<>"|]|^[a-z]+:/i.test(file) &&
  file.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

const isPlain = (text: string): boolean => !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
