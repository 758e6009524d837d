import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePrefer, readPrefer } from '../../src/faults/prefer.ts';
import { outcomes } from '../generations.ts';

const names = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`).join();
const namesIgnored = (count: number) => Array.from({ length: count }, (_, n) => `Prefer: n${n} is ignored`);

describe('the header Prefer', () => {
  it.each([
    ['code=402', { code: '402' }],
    ['code=402, example=NOT_FOUND', { code: '402', example: 'NOT_FOUND' }],
    ['code="402";strict, Delay = 5', { code: '402', delay: '5' }],
    ['respond-async', { 'respond-async': '' }],
    ['example="a, b; c=\\"d\\" \\\\ e"', { example: 'a, b; c="d" \\ e' }],
    ['code=1, code=2', { code: '1' }],
    [' , ,, code=1', { code: '1' }],
    ['code=""', { code: '' }],
    ['a=b=c', { a: 'b=c' }],
    ['', {}],
  ])('is parsed by RFC 7240: %s', (header, expected) => {
    expect(Object.fromEntries(parsePrefer(header).preferences)).toEqual(expected);
  });

  it.each([
    ['wait=1, code=503, WAIT=2', ['Prefer: wait is repeated; the first counts', 'Prefer: wait=1 is ignored']],
    ['code=503, code=402', ['Prefer: code is repeated; the first counts']],
    ['code=418, example=TEAPOT', ['Prefer: code=418 is ignored', 'Prefer: example=TEAPOT is ignored']],
    ['delay=60000, profile=cut', []],
    ['code=504', []],
    ['profile=billed-timeout, delay=5', []],
    ['profile=bad-gateway, code=503', ['Prefer: code=503 is ignored']],
    ['delay=60001, profile=lf', ['Prefer: delay=60001 is ignored', 'Prefer: profile=lf is ignored']],
    [`code=503,${'x'.repeat(1_991)}`, [`Prefer: ${'x'.repeat(100)} is ignored`]],
    [
      `code=503,${'x'.repeat(1_992)}`,
      ['Prefer: only the first 2000 characters are read', `Prefer: ${'x'.repeat(100)} is ignored`],
    ],
    [names(20), namesIgnored(20)],
    [names(21), ['Prefer: only the first 20 preferences are read', ...namesIgnored(19)]],
  ])('has a note on everything in it that is ignored: %s', (header, notes) => {
    expect(readPrefer(header, 'clip/profile', outcomes).notes).toEqual(notes);
  });

  it('never gives more than 20 notes, each under 130 characters, for any text', () => {
    const piece = fc.constantFrom('"', '\\', ',', ';', '=', 'code', '503', ' ', 'profile', '\u0000', 'é');
    const header = fc.oneof(
      fc.array(piece, { maxLength: 400 }).map((all) => all.join('')),
      fc.string({ maxLength: 3000 }),
    );
    fc.assert(
      fc.property(header, (text) => {
        const { preference, notes } = readPrefer(text, 'clip/profile', outcomes);
        expect(notes.length).toBeLessThanOrEqual(20);
        expect(Math.max(0, ...notes.map(({ length }) => length))).toBeLessThan(130);
        expect(preference.failure?.reply.status ?? 503).toBe(503);
      }),
    );
  });
});
