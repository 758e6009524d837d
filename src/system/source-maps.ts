import { readFileSync } from 'node:fs';
import type module from 'node:module';
import type { SourceMap, SourceMapPayload } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Node's modules, whose reader of maps is loaded by its first use. */
type Modules = Pick<typeof module, 'SourceMap'>;

/** Line and column count from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

interface FileMap {
  readonly map: SourceMap;
  /** The folder that its sources are relative to. */
  readonly folder: string;
}

const mapByFile = new Map<string, FileMap | undefined>();

/** The source map that a built file names. */
export function mapOf(file: string, modules: Modules): FileMap | undefined {
  if (!/\.[cm]?js$/.test(file)) return undefined;
  if (!mapByFile.has(file))
    mapByFile.set(
      file,
      attempt(() => readMap(file, modules)),
    );
  return mapByFile.get(file);
}

function readMap(file: string, { SourceMap }: Modules): FileMap | undefined {
  const [, url] = /\n\/\/[#@] sourceMappingURL=(\S+)\s*$/.exec(readFileSync(file, 'utf8')) ?? [];
  if (url === undefined) return undefined;
  const [, inline] = /^data:[^,]*;base64,(.*)$/.exec(url) ?? [];
  const mapFile = inline === undefined ? resolve(dirname(file), decodeURIComponent(url)) : file;
  const text =
    inline === undefined ? readFileSync(mapFile, 'utf8') : Buffer.from(inline, 'base64').toString();
  const payload = JSON.parse(text) as SourceMapPayload;
  return { map: new SourceMap(payload), folder: dirname(mapFile) };
}

/**
 * The place in the sources that a place of a built file was made from.
 * @param workingFolder to which names of webpack are relative
 */
export function originIn(
  { map, folder }: FileMap,
  { line, column }: Position,
  workingFolder = folder,
): Position | undefined {
  const entry = map.findEntry(line - 1, column - 1);
  if (!('originalSource' in entry) || !entry.originalSource) return undefined;
  const source = entry.originalSource;
  const inProject = /^webpack:\/\/[^/]*\/(?:\.\/)?(.*)$/.exec(source)?.[1];
  const file =
    inProject === undefined
      ? resolve(folder, plainFile(source))
      : resolve(workingFolder, inProject.split('?', 1)[0] ?? '');
  return { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
}

/** The name in the sources of what stands at a place of a built file. */
export function nameIn({ map }: FileMap, { line, column }: Position): string | undefined {
  const entry = map.findEntry(line - 1, column - 1);
  return 'name' in entry ? (entry.name as string | undefined) : undefined;
}

/** A path without `file://` and without the query by which bundlers tell versions apart. */
export function plainFile(file: string): string {
  const path = file.startsWith('file://') ? fileURLToPath(file.split(/[?#]/, 1)[0] ?? '') : file;
  return path.split('?', 1)[0] ?? '';
}

/** @returns undefined if it throws */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
