import module from 'node:module';
import { relative, sep } from 'node:path';
import { packageRoot } from './package-root.ts';
import { mapOf, originIn, plainFile } from './source-maps.ts';

/**
 * The sentence of an unexpected error, then the places in the sources that it came through, also where these were bundled. Node itself would show the line of the bundle, which has thousands of characters.
 */
export function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const trace = stackInSources(error.stack ?? String(error));
  return error.cause === undefined ? trace : `${trace}\nbecause of ${traceOf(error.cause)}`;
}

/** The same functions, whose errors leave the package with their trace. */
export function traced<T extends object>(functions: T): T {
  const wrapped = Object.entries(functions).map(([name, value]) => [
    name,
    typeof value === 'function' ? (...given: unknown[]) => tracing(() => value(...given)) : value,
  ]);
  return Object.fromEntries(wrapped) as T;
}

/** Returns what an act returns. Its error has its trace, whether it throws or rejects. */
export function tracing<T>(act: () => T): T {
  const rethrow = (error: unknown): never => {
    throw withTrace(error);
  };
  try {
    const result = act();
    return result instanceof Promise ? (result.catch(rethrow) as T) : result;
  } catch (error) {
    return rethrow(error);
  }
}

/** An error that nobody catches is then shown by its trace, without the line of the bundle that threw it. */
function withTrace(error: unknown): unknown {
  if (!(error instanceof Error) || error.stack === undefined) return error;
  const stack = stackInSources(error.stack);
  // From the sources, Node shows a line that can be read.
  if (stack === error.stack) return error;
  const { stackTraceLimit } = Error;
  try {
    // Without frames Node knows no line.
    Error.stackTraceLimit = 0;
    Error.captureStackTrace(error);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  return Object.defineProperty(error, 'stack', { value: stack, configurable: true, writable: true });
}

const stackInSources = (stack: string): string => stack.split('\n').map(inSources).join('\n');

/** `    at load (file:///…/dist/run-1a.js:1:4711)` → `    at load (src/cli/run.ts:20:3)`; any other line stays. */
function inSources(line: string): string {
  const [, before, place = '', row, column, after] =
    /^(\s+at (?:.*\()?(?:async )?)(\S.*?):(\d+):(\d+)(\)?)$/.exec(line) ?? [];
  const file = plainFile(place);
  if (!file.startsWith(packageRoot)) return line;
  const map = mapOf(file, module);
  const origin = map && originIn(map, { file, line: Number(row), column: Number(column) });
  if (!origin) return line;
  const shown = relative(packageRoot, origin.file).replaceAll(sep, '/');
  return `${before}${shown}:${origin.line}:${origin.column}${after}`;
}
