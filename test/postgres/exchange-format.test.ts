import { expect, test } from 'vitest';
import { exchangeFormat } from '../../src/replicas/config-fingerprint.ts';
import { profile, startReplicas } from './replicas.ts';
import { inDatabase, newSchema, schemaOf } from './schemas.ts';

/** Every path of members in a value, with the type at its end. Names that are keys of a record are a star. */
function pathsIn(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => pathsIn(each, `${path}[]`));
  if (typeof value !== 'object' || value === null)
    return [`${path}: ${value === null ? null : typeof value}`];
  return Object.entries(value).flatMap(([name, each]) =>
    pathsIn(each, `${path}.${/^\d+$|[/ ]|^[0-9a-f]{16}$/.test(name) ? '*' : name}`),
  );
}

/**
 * Replicas of two versions run side by side, so each reads what the other wrote. Where this list changes, a reader of the
 * version before must understand the new rows, and the new reader the old ones; else raise `exchangeFormat`.
 */
test('what replicas write for each other has the members of its format', async () => {
  const ledger = newSchema();
  const [one, two] = await startReplicas(2, { ledger });
  const key = 'sandbox:plan=1000,rate=5/10s:format';
  await one.get(profile(one), key);
  await two.get(profile(two), key);
  await two.get('/usage', 'nobody');
  await one.get('/no-such-path?a=b');
  await (await one.search(key)).text();
  await one.send('/clip/profile', {
    method: 'POST',
    key,
    headers: {
      'content-type': 'application/json',
      'x-sandbox-test': 'a test',
      'x-sandbox-call-site': 'src/client.ts:41:12 fetchProfile',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    },
    body: JSON.stringify({ uniqueId: 'nobody.here' }),
  });
  const { id } = (await two.admin('GET', `/keys/${encodeURIComponent(key)}`)).body;
  await two.admin('PUT', '/report/test', { key: id, test: 'another test' });
  await one.admin('POST', '/keys', { label: 'labelled', plan: 5 });
  await one.admin('POST', '/faults', { match: { key: id }, hold: { until: 2 }, times: 3, seed: 5 });
  await one.admin('PUT', '/clock', { mode: 'frozen', at: '2027-01-01' });
  await two.get('/usage', 'sandbox:plan=5:traced');
  await two.admin('GET', '/report');
  await one.admin('GET', '/report');

  const rows = (select: string) =>
    inDatabase(ledger, select.replace(/FROM (\w+)/, `FROM ${schemaOf(ledger)}.$1`));
  const found = new Set<string>();
  for (const [table, column, name] of [
    ['journal', 'content', `'request'`],
    ['acts', 'content', `'event of a tally'`],
    ['replicas', 'answer', `'answer'`],
    ['replicas', 'terms', `'configuration'`],
    ['replicas', 'about', `'about'`],
    ['shared', 'value', `split_part(name, ' ', 1)`],
  ] as const)
    for (const { kind, content } of await rows(
      `SELECT ${name} AS kind, ${column} AS content FROM ${table} WHERE ${column} IS NOT NULL`,
    ))
      for (const path of pathsIn(JSON.parse(content as string))) found.add(`${kind}${path}`);
  await expect(`format ${exchangeFormat}\n${[...found].sort().join('\n')}\n`).toMatchFileSnapshot(
    'exchange-format.txt',
  );
});
