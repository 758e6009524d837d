import { nearestServed } from '../admin/requests/requests.ts';
import { type CallSite, formatCallSite } from '../core/call-site.ts';
import type { RequestEvent, SandboxEvent } from '../journal/events.ts';
import { pathOf } from '../service/http/call.ts';
import type { Deps } from '../service/http/deps.ts';
import { allPathsOf } from '../service/vocabulary/words.ts';

/** Requests that the service would refuse too, by reason, operation and line of code. */
export interface RefusedRow {
  /** `401 UNAUTHORIZED` */
  readonly answer: string;
  /** The operation; on an unknown path method and path. */
  readonly subject: string;
  readonly callSite?: CallSite;
  readonly reason: string;
  readonly count: number;
}

type RefusalDeps = Pick<Deps, 'servedRoutes' | 'words'>;

/** Further ones are not told apart from the last. */
const maxRows = 1_000;

/** Collects the refusals of a run that no test forced. */
export function watchRefusals() {
  const rows = new Map<string, { first: RequestEvent; count: number }>();
  return {
    listener({ name, data }: SandboxEvent): void {
      if (name !== 'request') return;
      const event = data as RequestEvent;
      if (event.status < 400 || event.injected !== null) return;
      const { status, errorCode, callSite } = event;
      const parts = [status, errorCode, subjectOf(event), callSite && formatCallSite(callSite)];
      const key = JSON.stringify([...parts, ...event.notes]);
      const row = rows.get(key);
      if (row) row.count += 1;
      else if (rows.size < maxRows) rows.set(key, { first: event, count: 1 });
    },
    /** @returns those that came most often first */
    rows: (deps: RefusalDeps): RefusedRow[] =>
      [...rows.values()]
        .toSorted((a, b) => b.count - a.count)
        .map(({ first, count }) => ({
          answer: [first.status, first.errorCode].filter((each) => each !== null).join(' '),
          subject: subjectOf(first),
          ...(first.callSite && { callSite: first.callSite }),
          reason: reasonOf(deps, first),
          count,
        })),
  };
}

const subjectOf = (event: RequestEvent): string => event.operation ?? `${event.method} ${pathOf(event)}`;

/** The reason in the reply, and the change that the client needs. */
function reasonOf(deps: RefusalDeps, event: RequestEvent): string {
  if (event.status === 501) return event.notes.join(' ');
  if (event.operation === null) return unknownPath(deps, event);
  const isOfOther = event.decisions.includes('other-header');
  const hints = [
    ...(isOfOther ? ['Its key is in apiId, the header of generation 2: send it in api-key.'] : []),
    ...(event.errorCode === 'AuthFailed'
      ? ['Generation 2 takes its key in apiId, generation 3 in api-key.']
      : []),
  ];
  return [...event.notes, ...hints].join(' ');
}

function unknownPath({ servedRoutes, words }: RefusalDeps, { method, url }: RequestEvent): string {
  const path = pathOf({ url });
  const behind = servedRoutes
    .filter((route) => route.method === method)
    .flatMap(({ operation }) => allPathsOf(words, operation))
    .find((served) => path.endsWith(served));
  const prefix = behind && path.slice(0, -behind.length);
  if (prefix)
    return `There is no such path: ${behind} is, without ${prefix} in front of it (--service HOST${prefix}, or the base URL).`;
  const nearest = nearestServed({ servedRoutes, words }, { method, url });
  return `There is no such path${nearest === null ? '' : `; the nearest is ${nearest}`}.`;
}
