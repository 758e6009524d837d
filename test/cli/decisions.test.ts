import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { allDecisions } from '../../src/app/decisions.ts';
import { assumptionsReport } from '../../src/cli/run-end.ts';
import { commandIn } from './io.ts';

const command = (...line: string[]) => commandIn(tmpdir(), ['decisions', ...line]);
const listed = async (...line: string[]) =>
  JSON.parse((await command(...line, '--json')).out) as { id: string; tag: string; about: string }[];

describe('creator-sandbox decisions', () => {
  it('lists the register room by room, without a running sandbox', async () => {
    const { code, out, err } = await command();
    expect([code, err]).toEqual([0, '']);
    const sections = out.trimEnd().split('\n\n');
    expect(sections.map((section) => section.split('\n')[0])).toContain('Generation 2');
    for (const { id, tag, what, strict } of allDecisions) {
      expect(out).toContain(`\n  ${id.padEnd(26)}${tag.padEnd(10)}${what}`);
      if (strict !== undefined) expect(out).toContain(`\n${' '.repeat(28)}strict    ${strict}\n`);
    }
    expect(out).toContain(
      '  v2-status                 observed  every failure has HTTP status 403 (v2Status)\n',
    );
  });

  it('lists it whole as JSON', async () => {
    const list = await listed();
    expect(list.map(({ id }) => id)).toEqual(allDecisions.map(({ id }) => id));
    expect(list.find(({ id }) => id === 'code-409')).toEqual({
      about: 'Generation 3',
      id: 'code-409',
      what: '409 has the `errorCode` `CONFLICT`',
      tag: 'assumed',
      at: 'service/v3/refusals.ts refusals',
      setting: null,
      strict: allDecisions.find(({ id }) => id === 'code-409')?.strict,
      general: false,
    });
  });

  it('lists one kind, or those that a strict sandbox refuses to answer by', async () => {
    expect(new Set((await listed('--tag', 'observed')).map(({ tag }) => tag))).toEqual(new Set(['observed']));
    const strict = allDecisions.flatMap((decision) => (decision.strict === undefined ? [] : [decision.id]));
    expect((await listed('--strict')).map(({ id }) => id)).toEqual(strict);
    expect((await command('--tag', 'observed', '--strict')).out).toBe('None.\n');
  });
});

describe('the report of a run', () => {
  const assumed = allDecisions.flatMap(({ id, what, tag, strict }) =>
    tag === 'assumed' && strict === undefined ? [{ id, what, strict: null, requests: 1 }] : [],
  );

  it('is absent without assumptions, uses the singular for one, and names ten of many', () => {
    expect(assumptionsReport([])).toBeUndefined();
    expect(assumptionsReport(assumed.slice(0, 1))).toBe(
      `Your calls relied on 1 assumption: ${assumed[0]?.id}. Run \`npm start -s -- decisions\` to read it.`,
    );
    expect(assumptionsReport(assumed.slice(0, 10))).not.toContain(' more.');
    expect(assumptionsReport(assumed.slice(0, 11))).toContain(' and 1 more.');
    expect(assumptionsReport(assumed.slice(0, 12))).toMatch(
      /^Your calls relied on 12 assumptions: .* and 2 more\. /,
    );
  });
});
