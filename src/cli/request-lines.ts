import { allDecisions } from '../decisions.ts';
import type { RequestEvent, SandboxEvent } from '../journal/events.ts';
import { demoKeys } from '../keys/demo-keys.ts';
import { keyIdOf } from '../keys/digest.ts';

export const mostLinesASecond = 50;

/** Shows each request as one line; beyond 50 within any second, it counts the rest in one line. */
export function createRequestLines(write: (line: string) => void) {
  /** When the latest 50 lines were written, in a ring: `oldest` is the place of the first. */
  const writtenAt: number[] = Array(mostLinesASecond).fill(Number.NEGATIVE_INFINITY);
  let oldest = 0;
  let more = 0;
  let timer: NodeJS.Timeout | undefined;

  return {
    show(request: RequestEvent): void {
      const now = performance.now();
      if (now - (writtenAt[oldest] ?? 0) < 1000) {
        more += 1;
        timer ??= setTimeout(count, 1000).unref();
        return;
      }
      count();
      write(lineOf(request));
      writtenAt[oldest] = now;
      oldest = (oldest + 1) % mostLinesASecond;
    },
    close: count,
  };

  function count(): void {
    clearTimeout(timer);
    timer = undefined;
    if (more > 0) write(`… and ${more} more ${more === 1 ? 'request' : 'requests'}`);
    more = 0;
  }
}

export const requestIn = ({ name, data }: SandboxEvent): RequestEvent | undefined =>
  name === 'request' ? (data as RequestEvent) : undefined;

function lineOf(request: RequestEvent): string {
  const { at, key, operation, method, url, status, errorCode, credits, durationMs, injected } = request;
  const name = key === null ? 'no key' : (demoNames.get(key) ?? key.slice(0, 8));
  const cells = [
    new Date(at).toISOString().slice(11, 23),
    name.padEnd(14),
    (operation ?? `${method} ${url.split('?', 1)[0]}`).padEnd(24),
    `${status}${errorCode === null ? '' : ` ${errorCode}`}`,
    `${credits} cr`,
    `${durationMs.toFixed(1)} ms`,
    ...(injected === null ? [] : ['[injected]']),
    ...(request.decisions.some((id) => misleading.has(id)) ? ['[assumption]'] : []),
  ];
  return printable(cells.join('  '));
}

/** A path or code comes from a client: it must not move the cursor of a terminal. */
const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
  text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '·').slice(0, 400);

const demoNames = new Map(Object.keys(demoKeys).map((name) => [keyIdOf(name), name]));

/** The assumptions that a strict sandbox refuses. Nearly every answer relies on some harmless one. */
const misleading: ReadonlySet<string> = new Set(
  allDecisions.flatMap(({ id, tag, strict }) => (tag === 'assumed' && strict !== undefined ? [id] : [])),
);
