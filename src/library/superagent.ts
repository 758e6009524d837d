import { subscribe } from 'node:diagnostics_channel';
import { attempt } from '../system/source-maps.ts';
import type { Above } from './calling-line.ts';

interface Marking {
  /** The line of the user's code that calls `above`. */
  readonly lineAbove: (above: Above, few: number) => string | undefined;
  /** Sends a request to `address`, which has this call site if its stack names none. */
  readonly sendAs: <T>(site: string, address: string, send: () => T) => T;
}

interface SuperagentRequest {
  readonly url: string;
  request(...given: unknown[]): unknown;
}

type RequestClass = (new (
  ...given: unknown[]
) => SuperagentRequest) & {
  readonly prototype: SuperagentRequest;
};

/**
 * superagent sends what is awaited in a microtask, where no frame of its caller is left. But the line that awaits has made
 * its `Request` before: that is noted. Node 22 and later tell of each module that is required.
 */
export function watchSuperagent(marking: Marking): void {
  subscribe('tracing:module.require:end', (message) => {
    const { id, result } = message as { id: string; result?: { Request?: RequestClass } };
    if (/(?:^|[/\\])superagent(?:[/\\]|$)/.test(id)) attempt(() => noteLines(result ?? {}, marking));
  });
}

const noted = new WeakSet<object>();

function noteLines(superagent: { Request?: RequestClass }, { lineAbove, sendAs }: Marking): void {
  const { Request } = superagent;
  if (typeof Request?.prototype.request !== 'function' || noted.has(Request.prototype)) return;
  noted.add(Request.prototype);
  const lines = new WeakMap<SuperagentRequest, string>();
  const { request } = Request.prototype;
  Request.prototype.request = function noteRequest(...given) {
    const send = () => Reflect.apply(request, this, given);
    const line = lines.get(this);
    return line === undefined ? send() : sendAs(line, this.url, send);
  };
  superagent.Request = new Proxy(Request, {
    construct: function make(target, given, newTarget) {
      const made = Reflect.construct(target, given, newTarget) as SuperagentRequest;
      const line = attempt(() => lineAbove(make, 5));
      if (line !== undefined) lines.set(made, line);
      return made;
    },
  });
}
