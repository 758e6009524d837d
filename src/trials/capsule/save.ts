import type { SavedState } from '../../admin/state/saved-state.ts';
import { demoKeys } from '../../core/keys/demo-keys.ts';
import { keyIdOf } from '../../core/keys/digest.ts';
import { createKeyRedactor, percentDecoded } from '../../core/keys/redactor.ts';
import { parseSelfDescribingKey } from '../../core/keys/self-describing.ts';
import { readJson } from '../../core/read-json.ts';
import type { Deps } from '../../service/http/deps.ts';
import { redactJson, redactUrl } from '../../service/http/redact.ts';
import type { Capsule, RecordedRequest } from './capsule.ts';
import { isAdmin, type RunLog } from './run-log.ts';
import { capsuleSettings } from './settings.ts';

/** A recorded run. */
type RunSoFar = Pick<RunLog, 'events' | 'requests' | 'complete'> & Pick<Capsule, 'ids' | 'startedAt'>;

/** The capsule of a recorded run. Stand-ins take the places of all keys but the demo keys. */
export function capsuleOf(
  run: RunSoFar,
  { settings, version, faults, ledger }: Pick<Deps, 'settings' | 'version' | 'faults' | 'ledger'>,
  start: SavedState | null,
): Capsule {
  const { ids, startedAt, events, complete } = run;
  const standIns = standInsFor(secretsIn(run, start, ledger));
  const secrets = [...standIns.keys()];
  const requests = run.requests.map((request) =>
    isAdmin(request.url) || request.reply ? request : { ...request, reply: unanswered },
  );
  const capsule: Capsule = {
    format: 'creator-sandbox capsule 1',
    version,
    settings: Object.fromEntries(
      capsuleSettings.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])),
    ),
    ids,
    startedAt,
    start,
    keys: {},
    rules: faults.list(),
    requests: requests.map((request) => withPlainKeys(request, secrets)),
    events: events.map(([kind, request]) => [kind, request]),
    complete,
  };
  // The rest has no keys, but figures in which a key of digits could be found.
  const { requests: sent, start: before, rules } = capsule;
  const text = [...standIns].reduce(
    (all, [secret, standIn]) =>
      spellingsOf(secret).reduce(
        (each, spelling) =>
          each.replaceAll(
            spelling,
            spelling === encodeURIComponent(secret) ? encodeURIComponent(standIn) : standIn,
          ),
        all,
      ),
    JSON.stringify({ requests: sent, start: before, rules }),
  );
  const keys = Object.fromEntries([...standIns].map(([secret, standIn]) => [standIn, keyIdOf(secret)]));
  return { ...capsule, ...(JSON.parse(text) as Partial<Capsule>), keys };
}

/**
 * A recorded run as a capsule that holds the keys themselves, for a repetition in this process: without the requests
 * that the admin surface did not admit, since no token is recorded.
 */
export const wholeRun = (
  { ids, startedAt, events, requests, complete, unadmitted }: RunSoFar & Pick<RunLog, 'unadmitted'>,
  { settings, version, faults }: Pick<Deps, 'settings' | 'version' | 'faults'>,
  start: SavedState | null,
): Capsule => ({
  format: 'creator-sandbox capsule 1',
  version,
  settings: { ...settings },
  ids,
  startedAt,
  start,
  keys: {},
  rules: faults.list(),
  requests: requests.map((request) => ({ ...request, times: [...request.times] })),
  events: events.flatMap(([kind, request]) => (unadmitted.has(request) ? [] : [[kind, request]])),
  complete,
});

/** A request that was still waiting when the capsule was saved. */
const unanswered = { status: 0, digest: '' };

/**
 * Every key that the run sent, named or made, wherever it stands, or had at its start. Longer keys come first, because one
 * may contain another.
 */
function secretsIn(
  { requests }: Pick<RunLog, 'requests'>,
  start: SavedState | null,
  ledger: Pick<Deps['ledger'], 'originOf'>,
): string[] {
  const all = new Set(start?.ledger.keys.flatMap(({ secret }) => secret ?? []));
  for (const { url, headers, body } of requests) {
    const sent = [headers['api-key'], headers['apiid']].filter((secret) => secret !== undefined);
    for (const secret of sent) all.add(secret);
    const redactor = createKeyRedactor(ledger, sent, (secret) => {
      // Keys are named by their ids too, and a number is no key.
      if (!/^(?:[\da-f]{16}|[\d.]+)$/.test(secret) || ledger.originOf(secret) !== undefined) all.add(secret);
    });
    redactUrl(url, false, redactor);
    const named = /\/__admin\/keys\/([^/?]+)/.exec(url)?.[1];
    if (named !== undefined && ledger.originOf(percentDecoded(named)) !== undefined)
      redactor.key(percentDecoded(named));
    if (body !== undefined) redactJson(parseBody(body), redactor);
  }
  return [...all]
    .filter((secret) => secret.length >= minSecretCharacters && !(secret in demoKeys))
    .sort((one, other) => other.length - one.length);
}

/** A shorter text may be a part of anything. */
const minSecretCharacters = 6;

function parseBody(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return text;
  }
}

/** Spells the keys in a request as they are, where it writes them with escapes, so that they can be found. */
function withPlainKeys(request: RecordedRequest, secrets: readonly string[]): RecordedRequest {
  const hasKey = (text: string) => secrets.some((secret) => text.includes(secret));
  const url = request.url
    .split(/([/?&=])/)
    .map((part) =>
      part.includes('%') && hasKey(percentDecoded(part)) ? encodeURIComponent(percentDecoded(part)) : part,
    )
    .join('');
  const body = request.body?.includes('\\') ? JSON.stringify(parseBody(request.body)) : undefined;
  return { ...request, url, ...(body !== undefined && hasKey(body) && { body }) };
}

/** How a key may stand in JSON, in the JSON of a body within JSON, and in a URL. */
const spellingsOf = (secret: string): string[] => {
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [JSON.stringify(inJson).slice(1, -1), inJson, encodeURIComponent(secret)];
};

/** A stand-in of a self-describing key describes the same account. */
function standInsFor(secrets: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    secrets.map((secret, n) => [
      secret,
      'terms' in parseSelfDescribingKey(secret)
        ? `sandbox:${secret.split(':')[1]}:capsule-${n + 1}`
        : `capsule-key-${n + 1}`,
    ]),
  );
}
