import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { type Operation, operationsOf } from '../../../src/core/operations.ts';
import { type RefusalKind3, refusalKindOf } from '../../../src/service/v3/refusals.ts';
import { outcomes } from '../../generations.ts';
import { type Answer, type TestApp, testApp } from '../../harness.ts';
import { identify, usageOf } from '../../ledger/harness.ts';
import { failure } from '../v2/common.ts';
import { type Detail, refused, shortfall } from '../v3/common.ts';
import { queryOf } from '../v3/requests.ts';
import { cellOf, codesOf, refusalsPage } from './page.ts';
import { type Provocation, type Refusable, refusables } from './ways.ts';

/** Every operation × every refusal: whole bodies, nothing charged, the refusal counted. */

const usual = await testApp();
const withdrawn = await testApp({ withdrawn: operationsOf(3).map(({ id }) => id) });
const { deps, ledger } = usual;
const generations = refusables(deps.servedRoutes);

/** A stream of events and a file have no code, so no body here. */
async function send({ app }: TestApp, request: InjectOptions): Promise<Answer> {
  const { statusCode: status, headers, body } = await app.inject(request);
  return { status, headers, body: body.startsWith('{') ? JSON.parse(body) : {} };
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

async function provoke({ header, valid }: Refusable, operation: Operation, provocation: Provocation) {
  const sandbox = provocation.withdrawn ? withdrawn : usual;
  const key = await keyOf(provocation);
  const parameters = (provocation.parameters ?? valid(operation)) as object;
  const request = requestTo(operation, parameters, key === undefined ? {} : { [header]: key });
  for (let sent = 1; sent < (provocation.times ?? 1); sent++) await send(sandbox, request);
  return { ...(await send(sandbox, request)), sandbox, key };
}

/** What a key is charged for, and what of it was counted. */
async function countsOf({ ledger, deps }: TestApp, key: string) {
  const now = deps.clock.now();
  const caller = await identify(ledger, key, now);
  if (!caller) return undefined;
  const days = await usageOf(ledger, caller, now, now);
  return { ...(await ledger.balance(caller, now)), calls: days.flatMap(({ calls }) => calls) };
}

/** @param given the reply, whose details depend on the operation */
function bodyOf(number: 2 | 3, kind: string, code: string, given: Record<string, unknown>) {
  if (number === 2) return failure(code);
  if (kind === 'insufficientCredits') {
    const [{ required = 0 } = {}] = given['details'] as { required?: number }[];
    expect(required).toBeGreaterThan(0);
    return refused(kind, shortfall(required, 0));
  }
  if (kind !== 'invalid') return refused(kind as RefusalKind3);
  const problem = { ...text('field'), ...text('message'), code: expect.stringMatching(/^[a-z_]+$/) };
  const details = given['details'] as Detail[];
  expect(details.length).toBeGreaterThan(0);
  return {
    ...refused(
      kind,
      details.map(() => problem),
    ),
    message: details[0]?.message,
  };
}
const text = (name: string) => ({ [name]: expect.any(String) });

describe.each(generations)('the refusals of generation $number', (generation) => {
  const { number, header, refusals, valid } = generation;

  describe.each(operationsOf(number))('of $id', (operation) => {
    it('are earned as the page says, free of charge', async () => {
      for (const { kind, row, provoke: provocationOf } of refusals) {
        const provocation = provocationOf(operation);
        if (!provocation) continue;
        const { status, headers, body, sandbox, key } = await provoke(generation, operation, provocation);
        expect([status, body], JSON.stringify(provocation)).toEqual([
          row.status,
          bodyOf(number, kind, row.errorCode, body),
        ]);
        expect(headers['content-type']).toBe('application/json; charset=utf-8');
        // contract 7.2(7)
        expect(Object.keys(headers).filter((name) => /retry|ratelimit/i.test(name))).toEqual([]);
        const counts = key && (await countsOf(sandbox, key));
        if (!counts) continue;
        // of two requests the first was answered
        const requests = provocation.times ?? 1;
        const calls = {
          operation: operation.id,
          requests,
          ...(requests === 1 && { charged: 0, credits: 0 }),
        };
        // `/usage` does not count itself
        expect(counts).toMatchObject({ held: 0, calls: operation.id === 'usage' ? [] : [calls] });
        if (requests === 1) expect(counts.planUsed).toBe(0);
      }
    });

    it('can be forced, each but those that the page leaves out', async () => {
      for (const code of codesOf(generation)) {
        const headers = { [header]: newKey('sandbox:plan=1000,fractional:any'), prefer: `example=${code}` };
        const { status, body } = await send(usual, requestTo(operation, valid(operation), headers));
        const known = outcomes.of(operation.id).find(({ errorCode }) => errorCode === code);
        const kind = number === 3 ? refusalKindOf(code) : '';
        if (known) expect([status, body]).toEqual([known.status, bodyOf(number, kind, code, body)]);
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
