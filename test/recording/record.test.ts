import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/contract/exchange.ts';
import { invariantDifferences } from '../../src/contract/invariants.ts';
import { replySchemaOf } from '../../src/contract/reply-schema.ts';
import { schemaDifferences } from '../../src/contract/schema-differences.ts';
import { operations } from '../../src/core/operations.ts';
import { testApp } from '../harness.ts';
import { newFolder } from '../new-folder.ts';
import { realKey, recordIn, recordingsIn, sampleOf, sending } from './service.ts';

const service = await testApp({ vocabulary: 'neutral' });
const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
const routes = service.deps.servedRoutes.filter(
  ({ operation }, n, all) =>
    n === all.findIndex((each) => each.operation === operation && each.method === all[n]?.method),
);

const folder = newFolder();
const { code, err } = await recordIn(folder, url, sending(routes.map(sampleOf)));
const files = recordingsIn(join(folder, 'recordings'));

describe('record', () => {
  it('writes one file for each call, of every operation of both generations', () => {
    expect(err).toContain(`${routes.length} calls, `);
    expect(err).not.toContain('not recorded');
    expect(err).not.toContain('no schema knows');
    expect(code).toBe(0);
    expect(new Set([...files.values()].map(({ operation }) => operation))).toEqual(
      new Set(operations.map(({ id }) => id)),
    );
    expect(files.size).toBe(routes.length);
  });

  it('writes replies that fit their schemas and the invariants of the contract', () => {
    const { prices, servedRoutes } = service.deps;
    const differences = [...files].flatMap(([name, file]) => {
      const { reply, request } = file;
      if (!reply) return [`${name} has no reply`];
      const body = reply.events ? reply.events.at(-1)?.data : reply.body;
      const schema = replySchemaOf({ ...file, name, reply: { ...reply, body } } as Exchange, servedRoutes);
      return [
        ...schemaDifferences(schema, body),
        ...invariantDifferences(prices.at(Date.now()), request, body),
      ].map((difference) => `${name} ${JSON.stringify(difference)}`);
    });
    expect(differences).toEqual([]);
  });

  it('writes neither the key nor a name of the service', () => {
    for (const name of files.keys()) {
      const text = readFileSync(join(folder, 'recordings', name), 'utf8');
      for (const secret of [
        realKey,
        'sample.creator',
        'Sample Creator',
        'lanternfish',
        'shanvideo01',
        'UCsample',
      ])
        expect(text, name).not.toContain(secret);
    }
    expect(err).not.toContain(realKey);
  });
});
