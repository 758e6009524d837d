import { describe, expect, it } from 'vitest';
import type { AnsweredRequest, Decision } from '../../../src/core/decisions/decision.ts';
import { createDecisionTracker } from '../../../src/core/decisions/decision-tracker.ts';

const decision = (id: string, reliedOnBy: Decision['reliedOnBy']): Decision => ({
  id,
  what: id,
  tag: 'assumed',
  at: 'nowhere',
  reliedOnBy,
});

const answer = (over: Partial<AnsweredRequest> = {}): AnsweredRequest => ({
  operation: 'clip/profile',
  method: 'GET',
  url: '/clip/profile',
  pathServed: true,
  headers: {},
  parameters: {},
  refused: false,
  forced: false,
  errorCode: null,
  caller: null,
  ...over,
});

const refused = (errorCode: string | null, over: Partial<AnsweredRequest> = {}) =>
  answer({ refused: true, errorCode, ...over });

describe('the decision tracker', () => {
  const all = [
    decision('general', 'general'),
    decision('slashes', { answers: 'any', when: ({ url }) => url.startsWith('//') }),
    decision('code', { errorCodes: ['NOT_FOUND'] }),
    decision('profile', { on: ['clip/profile'] }),
    decision('read', { on: ['clip/profile'], answers: 'read' }),
    decision('refusals', { answers: 'refusal' }),
    decision('code-or-get', [{ errorCodes: ['NOT_FOUND'] }, { method: 'GET', answers: 'refusal' }]),
  ];
  const tracker = () =>
    createDecisionTracker(all, { strict: false, prices: {}, beforeReading: ['UNAUTHORIZED'] });

  it('lists first the decisions of all such answers, then those that depend on the answer', () => {
    const { reliedOn } = tracker();
    expect(reliedOn(answer())).toEqual(['profile', 'read']);
    expect(reliedOn(answer({ url: '//clip/profile' }))).toEqual(['profile', 'read', 'slashes']);
    expect(reliedOn(answer({ operation: 'usage' }))).toEqual([]);
    expect(reliedOn(refused('NOT_FOUND'))).toEqual(['refusals', 'code-or-get', 'code', 'read']);
    expect(reliedOn(refused('NOT_FOUND', { method: 'POST' }))).toEqual([
      'refusals',
      'code',
      'read',
      'code-or-get',
    ]);
    expect(reliedOn(refused('NOT_FOUND', { forced: true }))).toEqual(['refusals', 'code-or-get', 'code']);
    expect(reliedOn(refused('UNAUTHORIZED'))).toEqual(['refusals', 'code-or-get']);
    expect(reliedOn(refused(null, { operation: null, method: 'PUT', url: '//x' }))).toEqual([
      'refusals',
      'slashes',
    ]);
  });

  it('shares one list between like answers, and counts the requests of each decision', () => {
    const { reliedOn, count, counts, clear } = tracker();
    const slashes = answer({ url: '//clip/profile' });
    expect(reliedOn(slashes)).toBe(reliedOn({ ...slashes }));
    for (const each of [answer(), answer(), slashes]) count(reliedOn(each));
    expect(Object.fromEntries(counts())).toEqual({ profile: 3, read: 3, slashes: 1 });
    for (let request = 0; request < 10_000; request++) count(['noted']);
    count(reliedOn(slashes));
    expect(Object.fromEntries(counts())).toEqual({ profile: 4, read: 4, slashes: 2, noted: 10_000 });
    clear();
    expect(counts().size).toBe(0);
  });

  it('lists any combination of many decisions', () => {
    const many = Array.from({ length: 14 }, (_, bit) =>
      decision(`bit-${bit}`, { when: ({ url }) => (Number(url) & (1 << bit)) !== 0 }),
    );
    const { reliedOn } = createDecisionTracker(many, { strict: false, prices: {} });
    for (const _ of ['first', 'again'])
      for (let bits = 0; bits < 2 ** 14; bits++)
        expect(reliedOn(answer({ url: String(bits) })).join()).toBe(
          many.flatMap(({ id }, bit) => (bits & (1 << bit) ? [id] : [])).join(),
        );
  });
});
