import { describe, expect, it } from 'vitest';
import { type Exchange, sandboxKeyOf } from '../../src/contract/exchange.ts';
import { readExchanges } from '../../src/contract/folder.ts';
import { findOperation, operations } from '../../src/core/operations.ts';
import { partPrices } from '../../src/core/price-list.ts';
import { refusals } from '../../src/service/v3/refusals.ts';
import { errorStrings } from '../generations.ts';

const exchanges = readExchanges();
const bodies = exchanges.map(({ reply }) => (reply.body ?? {}) as Record<string, unknown>);
const succeeded = exchanges.filter(({ reply }) => reply.status === 200);

describe('the golden exchanges', () => {
  it('show a success of every operation in each of its methods', () => {
    const forms = operations.flatMap(({ id, methods }) => methods.map((method) => `${method} ${id}`));
    const shown = new Set(succeeded.map(({ operation, request }) => `${request.method} ${operation}`));
    expect(forms.filter((form) => !shown.has(form))).toEqual([]);
  });

  it('show every refusal of generation 3 by its status, class and code', () => {
    const shown = bodies.map(
      ({ error, errorCode }, n) => `${exchanges[n]?.reply.status} ${error} ${errorCode}`,
    );
    expect(
      Object.values(refusals)
        .map(({ status, error, errorCode }) => `${status} ${error} ${errorCode}`)
        .filter((refusal) => !shown.includes(refusal)),
    ).toEqual([]);
  });

  it('show every error string of generation 2', () => {
    const shown = bodies.map(({ error }) => error);
    expect(errorStrings.filter((error) => !shown.includes(error))).toEqual([]);
  });

  it('show fractional calls of every operation that takes them', () => {
    const fractional = succeeded.filter(
      ({ request: { query, body } }) => 'fields' in { ...query, ...(body as object | undefined) },
    );
    const shown = new Set(fractional.map(({ operation }) => operation));
    // A contact has one field, which costs as much as the whole record.
    const asked = operations.filter(
      ({ id, fields }) => fields && Object.keys(partPrices[id] ?? { a: 1, b: 2 }).length > 1,
    );
    expect(asked.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
  });

  it('name the operation of their path', () => {
    const named = ({ operation, request }: Exchange) => {
      const id = request.path.replace(/\/{2,}/g, '/').slice(1);
      return operation === (id === 'v2/instagramBasic' ? 'v2/gramBasic' : (findOperation(id)?.id ?? null));
    };
    const unroutable = ['unknown-path/method', 'unknown-path/delete'];
    expect(exchanges.filter((each) => !named(each)).map(({ name }) => name)).toEqual(unroutable.sort());
  });

  it('have one account each', () => {
    const keys = exchanges.flatMap((exchange) =>
      exchange.account === undefined ? [] : [sandboxKeyOf(exchange)],
    );
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => !/^sandbox:[^:]*:[A-Za-z0-9._-]{1,64}$/.test(key ?? ''))).toEqual([]);
  });

  it('are mostly replayable at any target, and need only subjects that another one finds', () => {
    const portable = exchanges.flatMap(({ elsewhere }) => (typeof elsewhere === 'string' ? [] : [elsewhere]));
    expect(portable.length).toBeGreaterThan(250);
    const given = new Set(portable.flatMap(({ gives = {} }) => Object.keys(gives)));
    const needed = new Set(portable.flatMap(({ subjects = {} }) => Object.values(subjects).flat()));
    expect([...needed].filter((subject) => !given.has(subject))).toEqual([]);
    const names = new Set(exchanges.map(({ name }) => name));
    expect(
      portable.flatMap(({ sameSearch = exchanges[0]?.name ?? '' }) =>
        names.has(sameSearch) ? [] : [sameSearch],
      ),
    ).toEqual([]);
  });
});
