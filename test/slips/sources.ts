import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from 'typescript/unstable/ast';
import { API, type Program, type Snapshot } from 'typescript/unstable/sync';

/** The sources of a folder as the compiler sees them, with edits that no file holds. */
export interface Sources {
  /** Paths within the folder, with `/`. */
  files(): string[];
  /** Throws for a file that the compiler does not have. */
  read(file: string): SourceFile;
  /** Whether the file and the files that import it compile with this text in its place. */
  compiles(file: string, text: string): boolean;
  close(): void;
}

/** Opens the projects of a folder: each a path of a `tsconfig.json` within it. */
export function openSources(folder: string, projects: readonly string[]): Sources {
  const edited = new Map<string, string>();
  const api = new API({ cwd: folder, fs: { readFile: (path) => edited.get(path) } });
  let snapshot: Snapshot = api.updateSnapshot({
    openProjects: projects.map((project) => join(folder, project)),
  });
  // The compiler keeps every snapshot until it is told otherwise: 3,000 of them take 24 GB.
  const takeSnapshot = (changed: string): void => {
    const before = snapshot;
    snapshot = api.updateSnapshot({ fileChanges: { changed: [changed] } });
    before.dispose();
  };
  const programOf = (path: string): Program => {
    const project = snapshot.getProjects().find((one) => one.program.getSourceFileNames().includes(path));
    if (!project) throw new Error(`The compiler has no file ${path}.`);
    return project.program;
  };
  const own = () =>
    snapshot
      .getProjects()
      .flatMap(({ rootFiles }) => rootFiles)
      .filter((path) => path.startsWith(`${folder}/`));
  const names = [...new Set(own())];
  const importersOf = importers(names);

  return {
    files: () => names.map((path) => path.slice(folder.length + 1)),
    read(file) {
      const path = join(folder, file);
      const source = programOf(path).getSourceFile(path);
      if (!source) throw new Error(`The compiler has no file ${path}.`);
      return source;
    },
    compiles(file, text) {
      const path = join(folder, file);
      edited.set(path, text);
      takeSnapshot(path);
      const isWhole = (one: string): boolean => {
        const program = programOf(one);
        return [program.getSyntacticDiagnostics(one), program.getSemanticDiagnostics(one)].every(
          (found) => found.length === 0,
        );
      };
      const answer = [path, ...(importersOf.get(path) ?? [])].every(isWhole);
      edited.delete(path);
      takeSnapshot(path);
      return answer;
    },
    close: () => api.close(),
  };
}

/** The files that import each file, tests left out: a test that no longer compiles would not run. */
function importers(paths: readonly string[]): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const path of paths) {
    if (/\/(?:test|releases|types)\//.test(path)) continue;
    for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      const imported = join(path, '..', target);
      found.set(imported, [...(found.get(imported) ?? []), path]);
    }
  }
  return found;
}
