import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allDecisions } from '../../src/app/decisions.ts';
import { createDecisionTracker } from '../../src/core/decisions/decision-tracker.ts';
import { parseSelfDescribingKey } from '../../src/core/keys/self-describing.ts';
import { operationIds } from '../../src/core/operations.ts';
import { settingNames } from '../../src/core/settings-schema.ts';
import { decisionsPage } from './decisions-page.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = join(root, 'src');
const textOf = (file: string): string => readFileSync(join(sources, file), 'utf8');
/** `at` names files of the generator from the root, all others from `src`. */
const pathOf = (file: string): string => join(file.startsWith('seed/') ? root : sources, file);
const ids = allDecisions.map(({ id }) => id);

const isSetting = (setting: string): boolean => (settingNames as readonly string[]).includes(setting);
const isKeyTerm = (setting: string): boolean =>
  ['1', '1/1s'].some((value) => 'terms' in parseSelfDescribingKey(`sandbox:${setting}${value}:x`));

describe('the register of decisions', () => {
  it('has a unique id for each decision', () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });

  it.each(allDecisions.map(({ id, at }) => [id, at]))(
    'points to the code that behaves so: %s at %s',
    (_id, at) => {
      const [file = '', name = '', ...rest] = at.split(' ');
      expect([rest, existsSync(pathOf(file))]).toEqual([[], true]);
      expect(readFileSync(pathOf(file), 'utf8')).toMatch(new RegExp(`\\b${name}\\b`));
    },
  );

  it('names at least one operation in each filter by operation', () => {
    const filters = allDecisions.flatMap(({ id, reliedOnBy }) =>
      typeof reliedOnBy === 'string' ? [] : [reliedOnBy].flat().map(({ on }) => [id, on?.length ?? 1]),
    );
    expect(filters.filter(([, count]) => count === 0)).toEqual([]);
  });

  it('has every decision that a comment names as assumed', () => {
    const comments = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      // The types of the admin surface say what the word means.
      .filter((file) => file.endsWith('.ts') && !/(^|\/)decisions\.ts$|^client\/types\.ts$/.test(file))
      .flatMap((file) => [...textOf(file).matchAll(/^.*(?:\/\*\*|\/\/|^ *\*).*\bassumed\b.*$/gm)])
      .map(([line]) => line);
    const named = comments.flatMap((line) =>
      [...line.matchAll(/assumed: ([a-z0-9-]+(?:, [a-z0-9-]+)*)/g)].flatMap(([, list = '']) =>
        list.split(', '),
      ),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
    expect(comments.filter((line) => line.includes('(assumed)'))).toEqual([]);
  });

  it('names settings that exist', () => {
    const settings = new Set(allDecisions.flatMap(({ setting }) => setting ?? []));
    expect([...settings].filter((setting) => !isSetting(setting) && !isKeyTerm(setting))).toEqual([]);
    expect(isKeyTerm('no=') || isSetting('no')).toBe(false);
  });

  it('has a noting behaviour for each decision that is noted, and for no other', () => {
    const noted = allDecisions.filter(({ reliedOnBy }) => reliedOnBy === 'noted').map(({ id }) => id);
    const code = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map(textOf)
      .join('\n');
    const byValue = [...code.matchAll(/\w+Decisions\['([a-z0-9-]+)'\]/g)].map(([, id]) => id);
    const inTables = [...textOf('creators/language/decisions.ts').matchAll(/\/, '([a-z-]+)'\]/g)].map(
      ([, id]) => id,
    );
    const uses = new Set([...byValue, ...inTables]);
    expect(noted.filter((id) => !uses.has(id))).toEqual([]);
    // the parser of HTTP can answer with this code before a request exists
    expect([...uses].filter((id) => !noted.includes(id ?? '') && id !== 'v2-code-body')).toEqual([]);
  });

  it('gives a reason for each strict decision, none of which is general', () => {
    for (const { strict, reliedOnBy, tag } of allDecisions.filter(({ strict }) => strict !== undefined))
      expect([strict?.endsWith('.'), reliedOnBy === 'general', tag]).toEqual([true, false, 'assumed']);
  });

  it('is written to docs/decisions.md', async () => {
    await expect(decisionsPage()).toMatchFileSnapshot('../../docs/decisions.md');
  });

  it('does not count a price that the user replaced as an assumption', () => {
    const given = { pastDayRange: '30' };
    const asked = {
      method: 'GET',
      url: '/',
      pathServed: true,
      headers: {},
      refused: false,
      forced: false,
      errorCode: null,
      caller: null,
      parameters: given,
    };
    const reliedOn = (
      prices: Record<string, unknown>,
      operation: 'clip/performance-history' | 'tube/performance-history',
    ) => createDecisionTracker(allDecisions, { strict: false, prices }).reliedOn({ ...asked, operation });
    const prices = { 'clip/performance-history': 4 };

    expect(reliedOn({}, 'clip/performance-history')).toContain('price-history-steps');
    expect(reliedOn(prices, 'clip/performance-history')).not.toContain('price-history-steps');
    expect(reliedOn(prices, 'tube/performance-history')).toContain('price-history-steps');
  });

  it('finds the decisions behind any request, however odd its parameters', () => {
    const register = createDecisionTracker(allDecisions, { strict: true, prices: {} });
    // too deep to be serialised
    const deep = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) as unknown;
    const odd = [
      undefined,
      null,
      7,
      'text',
      [],
      [1],
      {},
      { filters: [null, 7, {}] },
      { fields: { a: 1 }, filters: {} },
      {
        fields: deep,
        uniqueId: deep,
        pastDayRange: deep,
        sortBy: deep,
        filters: [{ filterName: deep, op: 'in', value: deep }],
      },
    ];
    for (const operation of [...operationIds, null])
      for (const method of ['GET', 'POST', 'PUT'])
        for (const given of odd)
          for (const errorCode of [null, 'VALIDATION_ERROR', 'ValueEmpty']) {
            const refused = errorCode !== null || operation === null;
            const found = register.reliedOn({
              operation,
              method,
              parameters: given,
              errorCode,
              refused,
              forced: false,
              url: '/v2//x?y',
              pathServed: false,
              headers: {},
              caller: null,
            });
            expect(new Set(found).size).toBe(found.length);
          }
  });
});
