import { callAdmin, type Fault, type Key, type RequestDetail } from '../api.ts';
import { formatCount, formatNumber, span } from '../format.ts';
import { Button, Facts, Section } from '../parts.tsx';
import { accountNow, faults, keys, nameOf, routes, runAction, useNow } from '../state.ts';
import { useStore } from '../store.ts';

/** Why a request was refused for money: what the key has, what the call needs, and what mends it. */
export function WhyUnpaid({ request }: { request: RequestDetail }) {
  const all = useStore(keys);
  const sandboxNow = useNow();
  const served = useStore(routes);
  const key = all.find(({ id }) => id === request.key);
  if (request.status !== 402 || request.injected !== null || !key) return null;
  const now = accountNow(key, sandboxNow);
  const price = priceOf(served.find(({ operation }) => operation === request.operation)?.price);
  const { limit, spent, planRemaining, purchased, held, renewsAt } = key;
  const left = limit === null ? undefined : limit - spent;
  const isLimited = left !== undefined && left < (price ?? 0);
  const missing = price === undefined ? undefined : missingOf(key, price);
  const more = missing || 100;
  return (
    <Section title={isLimited ? 'Refused: the limit of the key' : 'Refused: too few credits'}>
      <Facts
        of={[
          ...(price === undefined ? [] : [['a whole call costs', formatNumber(price)] as const]),
          ['plan left now', formatNumber(planRemaining)],
          ['purchased', formatNumber(purchased)],
          ...(held === 0 ? [] : [['held by streams', formatNumber(held)] as const]),
          ['limit of the key', limit === null ? 'none' : formatNumber(limit)],
          ['spent by the key', formatNumber(spent)],
          ...(missing === undefined ? [] : [['missing now', formatNumber(missing)] as const]),
        ]}
      />
      <div class="toolbar">
        {isLimited && limit !== null ? (
          <Button kind="main" onClick={() => raise(key, limit + more)}>
            Raise the limit to {formatNumber(limit + more)}
          </Button>
        ) : (
          <Button kind="main" onClick={() => topUp(key, more)}>
            Top up {formatCount(more, 'credit')}
          </Button>
        )}
        {!isLimited && renewsAt !== null && renewsAt > now && key.plan > 0 && (
          <Button onClick={() => advance(key, renewsAt - now)}>
            Advance {span(renewsAt - now)} to the renewal
          </Button>
        )}
      </div>
    </Section>
  );
}

const priceOf = (price: unknown): number | undefined =>
  typeof (price as { credits?: unknown } | null)?.credits === 'number'
    ? (price as { credits: number }).credits
    : undefined;

/** Credits that the key lacks for a call, in thousandths that stay whole. */
function missingOf({ available, limit, spent }: Key, price: number): number {
  const usable = Math.min(available ?? price, limit === null ? price : limit - spent);
  return Math.max(0, Math.round((price - usable) * 1000) / 1000);
}

const topUp = (key: Key, purchased: number) =>
  runAction(`${formatCount(purchased, 'credit')} added.`, () =>
    callAdmin('post', '/__admin/keys/{key}/credits', { path: { key: key.id }, body: { purchased } }),
  );

const raise = (key: Key, limit: number) =>
  runAction(`The limit is ${formatNumber(limit)} now.`, () =>
    callAdmin('patch', '/__admin/keys/{key}', { path: { key: key.id }, body: { limit } }),
  );

const advance = (key: Key, by: number) =>
  runAction(`The clock of ${nameOf(key.id)} is ${span(by)} later.`, () =>
    callAdmin('post', '/__admin/clock/advance', { body: { by, key: key.id } }),
  );

/** Why each fault rule did not act on a request, as far as its terms tell now. */
export function OtherRules({ request }: { request: RequestDetail }) {
  const others = useStore(faults).filter(({ id }) => id !== request.injected);
  if (others.length === 0) return null;
  return (
    <Section title="Fault rules that did not act">
      <ul class="decisions">
        {others.slice(0, 20).map((rule) => (
          <li key={rule.id}>
            <a href="#/faults">{rule.id}</a> {whyIdle(rule, request)}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function whyIdle(rule: Fault, { at, key, operation, method, injected }: RequestDetail): string {
  const { match, createdAt, state } = rule;
  if (createdAt > at) return 'was added later.';
  if (match.operation !== undefined && match.operation !== operation)
    return `is for ${match.operation}, not ${operation ?? 'an unknown path'}.`;
  if (match.key !== undefined && match.key !== key)
    return `is for the key ${nameOf(match.key)}, not ${nameOf(key)}.`;
  if (match.method !== undefined && match.method !== method) return `is for ${match.method}, not ${method}.`;
  if (operation === null) return 'acts on known paths only.';
  if (state !== 'live') return `is ${state}: it acted ${formatCount(rule.hits, 'time')}.`;
  if (injected !== null) return `came after ${injected}: only the first that matches acts.`;
  const more = ['path', 'query', 'body'].filter((name) => name in match);
  if (more.length > 0) return `has terms on ${more.join(', ')} that the request does not meet.`;
  return rule.probability === undefined
    ? 'does nothing to this operation.'
    : 'acts at random, and did not here.';
}
