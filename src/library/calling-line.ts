import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { maxCallSiteCharacters } from '../core/call-site.ts';
import { attempt, mapOf, nameIn, originIn, type Position, plainFile } from '../system/source-maps.ts';

/** A function of whose callers one is looked for. */
// biome-ignore lint/complexity/noBannedTypes: any function
export type Above = Function;

/**
 * Gives `src/client.ts:41:12 fetchProfile`, the highest frame of the user's code; undefined if there is none.
 * @param few frames that are looked at before all are
 */
export type CallingLine = (above: Above, few: number) => string | undefined;

export interface UserCode {
  /** The working folder, to which files are relative. */
  readonly folder: string;
  /** Files in it whose frames are skipped like those of a package. */
  readonly wrappers: ReadonlySet<string>;
  readonly node: NodeItself;
}

/** The part of the process that is needed. */
export type NodeItself = Pick<NodeJS.Process, 'getBuiltinModule' | 'sourceMapsEnabled'>;

type PrepareStackTrace = typeof Error.prepareStackTrace | undefined;

/** Enough for nearly all calls; each frame takes time. */
const manyFrames = 100;

export function createCallingLine({ folder, wrappers, node }: UserCode): CallingLine {
  /** As it was given and without links. */
  const folders = [folder, attempt(() => realpathSync(folder)) ?? folder];
  /** The folder of whoever asks for lines, as frames name it: its code only hands calls on. */
  const handsOn = folderOfCaller();
  /** By place and file of a frame: its call site; null for code that is not the user's. */
  const siteByFrame = new Map<string, string | null>();

  return (above, few) => siteOfStack(above, few) ?? siteOfStack(above, manyFrames);

  /** @returns undefined if no frame above the last of `limit` is the user's: a name may stand in the next one */
  function siteOfStack(above: Above, limit: number): string | undefined {
    const prepare: PrepareStackTrace = Error.prepareStackTrace;
    const frames = captured<NodeJS.CallSite[]>(above, asTheyAre, limit);
    const count = frames.length === limit ? limit - 1 : frames.length;
    let texts: readonly string[] | undefined;
    for (let place = 0; place < count; place++) {
      const frame = frames[place] as NodeJS.CallSite;
      const file = frame.getFileName();
      if (!file || file.startsWith('node:') || file.includes('/node_modules/')) continue;
      if (handsOn !== '' && file.startsWith(handsOn)) continue;
      const name = `${frame.getPosition()}:${file}`;
      let site = siteByFrame.get(name);
      if (site === undefined) {
        texts ??= attempt(() => frameTexts(above, prepare, frames)) ?? [];
        const text = texts[place];
        site = attempt(() => siteOfFrame(frame, frames[place + 1], text)) ?? null;
        siteByFrame.set(name, site);
      }
      if (site !== null) return site;
    }
    return undefined;
  }

  /** The frames as a runner's own function writes them, which knows its source maps. */
  function frameTexts(above: Above, prepare: PrepareStackTrace, frames: NodeJS.CallSite[]): string[] {
    if (!prepare && !node.sourceMapsEnabled) return [];
    const text = prepare ? prepare(new Error(), frames) : captured(above, undefined, frames.length);
    return String(text)
      .split('\n')
      .filter((line) => /^\s+at /.test(line));
  }

  /** @returns null for code that is not the user's */
  function siteOfFrame(
    frame: NodeJS.CallSite,
    caller: NodeJS.CallSite | undefined,
    text = '',
  ): string | null {
    const raw = positionOf(frame);
    const shown = parsedFrame(text) ?? raw;
    const map = shown.file === raw.file ? mapOf(raw.file, node.getBuiltinModule('node:module')) : undefined;
    const origin = map && originIn(map, shown, folder);
    const { file, line, column } = origin ?? shown;
    const path = pathInFolder(file);
    if (path === undefined) return null;
    const own = nameOf(frame, origin !== undefined || shown.file !== raw.file);
    // Minified code has the name of a function where its caller calls it.
    const calledAt = caller && caller.getFileName() === frame.getFileName() ? positionOf(caller) : undefined;
    const original = origin && map && calledAt ? nameIn(map, calledAt) : undefined;
    return headerOf(path, line, column, original ?? own);
  }

  /** The path within the working folder; undefined for other files, packages and wrappers. */
  function pathInFolder(file: string): string | undefined {
    if (!isAbsolute(file)) return undefined;
    for (const each of folders) {
      const path = relative(each, file).replaceAll(sep, '/');
      if (path === '' || path.startsWith('../') || isAbsolute(path)) continue;
      if (wrappers.has(path) || /(?:^|\/)(?:node_modules|\.yarn)\//.test(path)) return undefined;
      return path;
    }
    return undefined;
  }
}

/** The folder of the file that calls `createCallingLine`, a path or a URL; empty if the stack does not say. */
function folderOfCaller(): string {
  const [caller] = captured<NodeJS.CallSite[]>(createCallingLine, asTheyAre, 1);
  return /^.*[/\\]/.exec(caller?.getFileName() ?? '')?.[0] ?? '';
}

const asTheyAre = (_error: Error, frames: NodeJS.CallSite[]): NodeJS.CallSite[] => frames;

/**
 * The stack from the caller of `above` on.
 * @param prepare undefined for the text that Node makes
 */
function captured<T>(above: Above, prepare: PrepareStackTrace, limit: number): T {
  const { stackTraceLimit, prepareStackTrace } = Error;
  const holder: { stack?: unknown } = {};
  try {
    Error.stackTraceLimit = limit;
    Error.prepareStackTrace = prepare as typeof Error.prepareStackTrace;
    Error.captureStackTrace(holder, above);
    return holder.stack as T;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    // To delete it where it was absent would make every later access slower.
    Error.prepareStackTrace = prepareStackTrace;
  }
}

const positionOf = (frame: NodeJS.CallSite): Position => ({
  file: plainFile(frame.getFileName() ?? ''),
  line: frame.getLineNumber() ?? 0,
  column: frame.getColumnNumber() ?? 0,
});

/** `    at async load (file:///src/client.ts:41:12)` */
function parsedFrame(text: string): Position | undefined {
  const [, file = '', line, column] = /(?:\(|at (?:async )?)([^()]+):(\d+):(\d+)\)?$/.exec(text) ?? [];
  return file === '' ? undefined : { file: plainFile(file), line: Number(line), column: Number(column) };
}

/** The name of its function; minified names say nothing. */
function nameOf(frame: NodeJS.CallSite, isBuilt: boolean): string | undefined {
  const name = frame.getFunctionName() ?? undefined;
  return isBuilt && name !== undefined && name.length <= 2 ? undefined : name;
}

/** `src/client.ts:41:12 fetchProfile`; null if the path is too long. */
function headerOf(path: string, line: number, column: number, name: string | undefined): string | null {
  const file = path.toWellFormed().replace(/[^!-~]|[:%]/gu, encodeURIComponent);
  const place = `${file}:${line}:${column}`;
  if (place.length > maxCallSiteCharacters) return null;
  const shown = name?.toWellFormed().replace(/[^ -~]|%/gu, encodeURIComponent) ?? '';
  return `${place} ${shown}`
    .slice(0, maxCallSiteCharacters)
    .replace(/%[\dA-F]?$/, '')
    .trimEnd();
}
