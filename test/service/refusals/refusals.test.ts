import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { type Operation, operationsOf } from '../../../src/core/operations.ts';
import { outcomes } from '../../generations.ts';
import { type TestApp, testApp } from '../../harness.ts';
import { queryOf } from '../v3/requests.ts';
import { cellOf, codesOf, refusalsPage } from './page.ts';
import { type Provocation, type Refusable, refusables } from './ways.ts';

const usual = await testApp();
const withdrawn = await testApp({ withdrawn: operationsOf(3).map(({ id }) => id) });
const { deps, ledger } = usual;
const generations = refusables(deps.servedRoutes);

interface Refused {
  status: number;
  code: unknown;
}

/** A stream of events has no code, nor has a file. */
async function send({ app }: TestApp, request: InjectOptions): Promise<Refused> {
  const { statusCode, body } = await app.inject(request);
  const { errorCode, error } = body.startsWith('{') ? JSON.parse(body) : {};
  return { status: statusCode, code: errorCode ?? error };
}

let labels = 0;
const newKey = (key: string): string => key.replace(/:any$/, () => `:refusal-${labels++}`);

async function keyOf({ key = 'sandbox:plan=1000,fractional:any', allow }: Provocation) {
  if (allow) return (await ledger.keys.create({ plan: 1_000_000, allow }, deps.clock.now())).secret;
  return key === null ? undefined : newKey(key);
}

const requestTo = (
  { id, methods }: Operation,
  parameters: object,
  headers: Record<string, string>,
): InjectOptions =>
  methods[0] === 'GET'
    ? { method: 'GET', url: `/${id}?${queryOf(parameters as Record<string, unknown>)}`, headers }
    : {
        method: 'POST',
        url: `/${id}`,
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(parameters),
      };

async function provoke(
  { header, valid }: Refusable,
  operation: Operation,
  provocation: Provocation,
): Promise<Refused> {
  const sandbox = provocation.withdrawn ? withdrawn : usual;
  const key = await keyOf(provocation);
  const parameters = (provocation.parameters ?? valid(operation)) as object;
  const request = requestTo(operation, parameters, key === undefined ? {} : { [header]: key });
  for (let sent = 1; sent < (provocation.times ?? 1); sent++) await send(sandbox, request);
  return send(sandbox, request);
}

describe.each(generations)('the refusals of generation $number', (generation) => {
  const { number, header, refusals, valid } = generation;

  describe.each(operationsOf(number))('of $id', (operation) => {
    it('are earned as the page says', async () => {
      for (const { row, provoke: provocationOf } of refusals) {
        const provocation = provocationOf(operation);
        if (!provocation) continue;
        expect(await provoke(generation, operation, provocation), JSON.stringify(provocation)).toEqual({
          status: row.status,
          code: row.errorCode,
        });
      }
    });

    it('can be forced, each but those that the page leaves out', async () => {
      for (const code of codesOf(generation)) {
        const headers = { [header]: newKey('sandbox:plan=1000,fractional:any'), prefer: `example=${code}` };
        const { status, code: answered } = await send(usual, requestTo(operation, valid(operation), headers));
        const known = outcomes.of(operation.id).find(({ errorCode }) => errorCode === code);
        if (known) expect([status, answered]).toEqual([known.status, code]);
        else expect(status).toBe(200);
        if (cellOf(generation, operation, code) === '-') expect(known).toBeUndefined();
      }
    });

    it('are all on the page', () => {
      const listed = codesOf(generation).filter((code) => cellOf(generation, operation, code) !== '-');
      for (const { errorCode } of outcomes.of(operation.id)) expect(listed).toContain(errorCode);
    });
  });
});

it('are written to docs/refusals.md', async () => {
  await expect(refusalsPage(deps.servedRoutes)).toMatchFileSnapshot('../../../docs/refusals.md');
});
