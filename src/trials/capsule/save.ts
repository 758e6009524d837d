import type { SavedState } from '../../admin/state/saved-state.ts';
import { demoKeys } from '../../core/keys/demo-keys.ts';
import { keyIdOf } from '../../core/keys/digest.ts';
import { parseSelfDescribingKey } from '../../core/keys/self-describing.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Capsule } from './capsule.ts';
import { isAdmin, type RunLog } from './run-log.ts';
import { capsuleSettings } from './settings.ts';

/** A recorded run. */
type RecordedRun = Pick<RunLog, 'events' | 'requests' | 'complete'> & Pick<Capsule, 'ids' | 'startedAt'>;

/** The capsule of a recorded run. Stand-ins take the places of all keys but the demo keys. */
export function capsuleOf(
  run: RecordedRun,
  { settings, version, faults }: Pick<Deps, 'settings' | 'version' | 'faults'>,
  start: SavedState | null,
): Capsule {
  const { ids, startedAt, events, complete } = run;
  const standIns = standInsFor(secretsIn(run, start));
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
    requests: [...requests],
    events: events.map(([kind, request]) => [kind, request]),
    complete,
  };
  const text = [...standIns].reduce(
    (all, [secret, standIn]) =>
      all
        .replaceAll(JSON.stringify(secret).slice(1, -1), standIn)
        .replaceAll(encodeURIComponent(secret), encodeURIComponent(standIn)),
    JSON.stringify(capsule),
  );
  const keys = Object.fromEntries([...standIns].map(([secret, standIn]) => [standIn, keyIdOf(secret)]));
  return { ...(JSON.parse(text) as Capsule), keys };
}

/** A request that was still waiting when the capsule was saved. */
const unanswered = { status: 0, digest: '' };

/** Every key that the run sent, made, or had at its start. Longer keys come first, because one may contain another. */
function secretsIn({ requests }: Pick<RunLog, 'requests'>, start: SavedState | null): string[] {
  const sent = requests.flatMap(({ headers }) => [headers['api-key'], headers['apiid']]);
  const made = requests.flatMap(({ url, body }) => (/__admin\/keys/.test(url) ? keyIn(body) : []));
  const before = start?.ledger.keys.map(({ secret }) => secret) ?? [];
  const all = [...sent, ...made, ...before].filter(
    (secret): secret is string =>
      secret !== undefined && secret.length >= minSecretCharacters && !(secret in demoKeys),
  );
  return [...new Set(all)].sort((one, other) => other.length - one.length);
}

/** A shorter text may be a part of anything. */
const minSecretCharacters = 6;

function keyIn(body: string | undefined): string[] {
  try {
    const { key } = JSON.parse(body ?? '') as { key?: unknown };
    return typeof key === 'string' ? [key] : [];
  } catch {
    return [];
  }
}

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
