import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/core/operations.ts';
import { remedyOf } from '../../src/mcp/remedies.ts';
import { testApp } from '../harness.ts';

const app = await testApp();

describe('the remedies for agents', () => {
  it('cover every refusal of every operation', async () => {
    const { body } = await app.ask({ method: 'GET', url: '/__admin/routes' });
    const routes = body['routes'] as { refusals: { errorCode: string }[] }[];
    const codes = new Set(routes.flatMap(({ refusals }) => refusals.map(({ errorCode }) => errorCode)));
    expect(codes.size).toBeGreaterThan(20);
    expect([...codes].filter((code) => remedyOf(code) === undefined)).toEqual([]);
  });

  it('name operations that exist', () => {
    const text = readFileSync(new URL('../../src/mcp/remedies.ts', import.meta.url), 'utf8');
    const named = text.match(/(?<![\w./])(?:clip|gram|tube|v2)\/[\w/-]+/g) ?? [];
    const ids = operations.map(({ id }): string => id);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  });
});
