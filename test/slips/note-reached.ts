import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import type { ReachedByFile } from './reach.ts';

// A file of the setup of vitest, once for each file of tests: it notes the named functions of the project that were
// called, here and in the processes that the tests start.
const root = fileURLToPath(new URL('../..', import.meta.url));
const notes = process.env['SLIPS_REACHED'] ?? '';
const ofChildren = join(notes, randomUUID());
process.env['NODE_V8_COVERAGE'] = ofChildren;
const startedAt = performance.now();
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

afterAll(async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = existsSync(ofChildren) ? readdirSync(ofChildren) : [];
  const elsewhere = files.flatMap((file) => scriptsIn(join(ofChildren, file)));
  rmSync(ofChildren, { recursive: true, force: true });
  const note: ReachedByFile = {
    test: expect.getState().testPath?.slice(root.length) ?? '',
    tookMs: performance.now() - startedAt,
    calls: callsIn([...result, ...elsewhere]),
  };
  writeFileSync(join(notes, `${randomUUID()}.json`), JSON.stringify(note));
  session.disconnect();
});

/** A process that is killed leaves a part of a file. */
function scriptsIn(file: string): Profiler.ScriptCoverage[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).result;
  } catch {
    return [];
  }
}

function callsIn(scripts: readonly Profiler.ScriptCoverage[]): Record<string, string[]> {
  const calls: Record<string, string[]> = {};
  for (const { url, functions } of scripts) {
    const file = url.startsWith('file:') ? fileURLToPath(url).slice(root.length) : '';
    if (!/^(?:src|seed)\//.test(file)) continue;
    const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
    const names = called.map(({ functionName }) => functionName).filter((name) => name !== '');
    calls[file] = [...new Set([...(calls[file] ?? []), ...names])];
  }
  return calls;
}
