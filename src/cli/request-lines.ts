import { allDecisions } from '../app/decisions.ts';
import { formatCallSite } from '../core/call-site.ts';
import { formatCount } from '../core/count.ts';
import { shortLine } from '../core/plain-text.ts';
import type { RequestEvent, SandboxEvent } from '../journal/events.ts';
import { type Colour, noPaint, type Paint } from './io.ts';

export const maxLinesPerSecond = 50;

/** Shows each request as a line. Of more than 50 requests within a second, one line counts the rest. */
export function createRequestLines(write: (line: string) => void, paint: Paint = noPaint) {
  /** The times of the latest 50 lines, in a ring buffer that begins at `oldest`. */
  const writtenAt: number[] = Array(maxLinesPerSecond).fill(Number.NEGATIVE_INFINITY);
  let oldest = 0;
  let more = 0;
  let timer: NodeJS.Timeout | undefined;

  return {
    show(request: RequestEvent): void {
      const now = performance.now();
      if (now - (writtenAt[oldest] as number) < 1000) {
        more += 1;
        timer ??= setTimeout(count, 1000).unref();
        return;
      }
      count();
      write(requestLine(request, paint));
      writtenAt[oldest] = now;
      oldest = (oldest + 1) % maxLinesPerSecond;
    },
    close: count,
  };

  function count(): void {
    clearTimeout(timer);
    timer = undefined;
    if (more > 0) write(`… and ${formatCount(more, 'more request')}`);
    more = 0;
  }
}

export const requestIn = ({ name, data }: SandboxEvent): RequestEvent | undefined =>
  name === 'request' ? (data as RequestEvent) : undefined;

/** A request as one line. The notes of a refusal follow, such as why a key was not recognised. */
export function requestLine(request: RequestEvent, paint: Paint): string {
  const { at, key, label, operation, method, url, status, credits, durationMs, injected, notes, callSite } =
    request;
  const name = key === null ? 'no key' : (label ?? key.slice(0, 8));
  const parts: (readonly [text: string, colour?: Colour])[] = [
    [new Date(at).toISOString().slice(11, 23), 'dim'],
    [name.padEnd(14)],
    [(operation ?? `${method} ${url.split('?', 1)[0]}`).padEnd(24)],
    [statusOf(request), colourOf(status)],
    [`${credits} cr`],
    [`${durationMs.toFixed(1)} ms`],
    ...(injected === null ? [] : [[`[injected by ${injected}]`] as const]),
    ...(misleads(request) ? [['[assumption]'] as const] : []),
    ...(callSite ? [[formatCallSite(callSite), 'dim'] as const] : []),
  ];
  const line = parts.map(([text, colour]) => {
    const shown = shortLine(text);
    return colour ? paint(colour, shown) : shown;
  });
  return [line.join('  '), ...(status < 400 ? [] : noteLines(notes, paint))].join('\n');
}

export const noteLines = (notes: readonly string[], paint: Paint): string[] =>
  notes.map((note) => paint('dim', `              ${shortLine(note)}`));

/** `402 INSUFFICIENT_CREDITS` */
export const statusOf = ({ status, errorCode }: Pick<RequestEvent, 'status' | 'errorCode'>): string =>
  `${status}${errorCode === null ? '' : ` ${errorCode}`}`;

const colourOf = (status: number): Colour => (status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green');

/** Whether the answer relies on an assumption that may mislead client code. */
export const misleads = ({ decisions }: { decisions: readonly string[] }): boolean =>
  decisions.some((id) => misleading.has(id));

/** The assumptions that a strict sandbox refuses. Nearly every answer relies on some harmless one. */
const misleading: ReadonlySet<string> = new Set(
  allDecisions.flatMap(({ id, tag, strict }) => (tag === 'assumed' && strict !== undefined ? [id] : [])),
);
