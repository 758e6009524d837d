import { toCredits } from '../../core/credits.ts';
import { generation2Operations } from '../../core/operations.ts';
import { isObject } from '../../core/values.ts';
import type { KeyState } from '../../ledger/values.ts';
import { type PactExchange, pact } from '../../report/formats/pact.ts';
import type { RequestDetails } from '../../service/http/call.ts';
import type { Deps, SeenReply } from '../../service/http/deps.ts';
import { redactBody, redactorOf, redactUrl } from '../../service/http/redact.ts';

/** The Pact file of a run. */
export interface WrittenPact {
  readonly text: string;
  readonly interactions: number;
  /** Exchanges that a Pact file cannot have: streams, replies of fault rules, refusals by a rate and what holds a key. */
  readonly leftOut: number;
}

export interface PactExchanges {
  /** Takes the parts of the sandbox, before its first request. */
  open(deps: Deps): void;
  /** The file about the requests so far. */
  write(): Promise<WrittenPact>;
}

/** Exchanges and characters that are kept. */
const maxExchanges = 1_000;
const maxCharacters = 2 ** 24;

/** Keeps the first exchange of each operation, parameters and outcome. */
export function createPactExchanges(): PactExchanges {
  const kept = new Map<string, Promise<PactExchange | undefined>>();
  let leftOut = 0;
  let characters = 0;

  function take(deps: Deps, request: RequestDetails, reply: SeenReply): void {
    const description = descriptionOf(request, reply);
    if (kept.has(description)) return;
    const { text } = reply;
    const sent = sentWithoutKeys(deps, request);
    if (
      text === undefined ||
      sent === undefined ||
      !canBeRepeated(request, reply) ||
      kept.size >= maxExchanges ||
      characters + text.length > maxCharacters
    ) {
      leftOut += 1;
      return;
    }
    characters += text.length;
    kept.set(
      description,
      exchangeOf(deps, request, reply, { description, reply: JSON.parse(text), ...sent }),
    );
  }

  return {
    open(deps) {
      deps.onReply = (request, reply) => take(deps, request, reply);
    },
    async write() {
      const exchanges = (await Promise.all(kept.values())).filter((each) => each !== undefined);
      return {
        text: pact(exchanges),
        interactions: exchanges.length,
        leftOut: leftOut + kept.size - exchanges.length,
      };
    },
  };
}

function descriptionOf({ operation, call, given, method }: RequestDetails, { status }: SeenReply): string {
  const code = call?.errorCode;
  const parameters = isObject(given) ? Object.entries(given).sort() : [];
  const shown = parameters.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(' ');
  return `${operation ?? method} ${shown}: ${status}${code === undefined ? '' : ` ${code}`}`;
}

/** undefined where a key stands in the URL or the body, and for a body that could not be read. */
function sentWithoutKeys(
  deps: Deps,
  request: RequestDetails,
): Pick<PactExchange, 'url' | 'body'> | undefined {
  const redactor = redactorOf(deps, request);
  const url = redactUrl(request.url, true, redactor);
  const body = redactBody(request.body, redactor);
  const isRead = request.method === 'GET' || body !== undefined;
  return redactor.redactedIds.size === 0 && isRead ? { url, body } : undefined;
}

/** Only what the request itself asks for comes again; a rate refuses what came before. */
function canBeRepeated({ operation, call }: RequestDetails, { status, contentType }: SeenReply): boolean {
  const { injected, profile } = call ?? {};
  const isAskedFor = injected === undefined || injected === 'Prefer' || injected === 'identifier';
  const isOfRate = status === 429 && injected === undefined;
  return (
    operation !== null &&
    isAskedFor &&
    profile === undefined &&
    !isOfRate &&
    contentType.startsWith('application/json')
  );
}

/** @returns undefined for an account that no key can describe */
async function exchangeOf(
  deps: Deps,
  { method, headers, operation, call }: RequestDetails,
  { status, contentType, schema, keyHeader }: SeenReply,
  found: Pick<PactExchange, 'description' | 'url' | 'body' | 'reply'>,
): Promise<PactExchange | undefined> {
  const state = call?.caller ? await deps.ledger.keys.find(call.caller.id, call.now) : undefined;
  const terms = state ? termsBefore(state, call?.charged ?? 0, operation as string) : null;
  if (terms === undefined) return undefined;
  const { prefer } = headers;
  const isSent = typeof headers[keyHeader.toLowerCase()] === 'string';
  return {
    ...found,
    ...{ terms, method, status, contentType, schema },
    ...(isSent && { keyHeader }),
    ...(typeof prefer === 'string' && { prefer }),
  };
}

/** The terms of an account as it was before it paid for a call. */
function termsBefore(state: KeyState, charged: number, operation: string): string | undefined {
  const isForbidden = state.allow !== null && !state.allow.includes(operation);
  if (isForbidden && (generation2Operations as readonly string[]).includes(operation)) return undefined;
  const ofPlan = Math.min(charged, state.used);
  const amounts = {
    plan: state.plan,
    used: state.used - ofPlan,
    purchased: state.purchased + charged - ofPlan,
    ...(state.limit !== null && { limit: state.limit, spent: Math.max(0, state.spent - charged) }),
  };
  const flags = {
    unlimited: state.unlimited,
    fractional: state.fractional,
    testOnly: state.testOnly,
    forbidden: isForbidden,
  };
  return [
    ...Object.entries(amounts).flatMap(([name, amount]) =>
      amount > 0 || name === 'limit' ? `${name}=${toCredits(amount)}` : [],
    ),
    ...Object.entries(flags).flatMap(([name, isSet]) => (isSet ? name : [])),
  ].join(',');
}
