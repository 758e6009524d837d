import { describe, expect, it } from 'vitest';
import { personAt } from '../../seed/person.ts';
import { countries } from '../../seed/places.ts';
import { voiceOf } from '../../seed/voices.ts';

const people = Array.from({ length: 40_000 }, (_, index) => personAt(7, index));

/** The usual languages of countries with several, as parts of their people. */
const shares = {
  CHE: { deu: 0.57, fra: 0.29, ita: 0.14 },
  BEL: { nld: 0.6, fra: 0.4 },
  CAN: { eng: 0.775, fra: 0.225 },
  IND: { hin: 0.62, eng: 0.38 },
  SGP: { zhs: 0.5, eng: 0.5 },
  MYS: { zhs: 0.75, eng: 0.25 },
  HKG: { zht: 0.85, eng: 0.15 },
  ARE: { ara: 0.75, eng: 0.25 },
  MAR: { ara: 0.75, fra: 0.25 },
  USA: { eng: 0.92, spa: 0.08 },
};

describe.each(Object.entries(shares))('people of %s', (country, expected) => {
  const here = people.filter((person) => person.country.code === country);

  it('speak its languages in their shares', () => {
    for (const [language, share] of Object.entries(expected)) {
      const found = here.filter(({ languages: [main] }) => main === language).length / here.length;
      expect([language, Math.abs(found - share) < 0.07]).toEqual([language, true]);
    }
    const others = here.filter(({ index, languages: [main = ''] }) => index > 0 && !(main in expected));
    expect(others.map(({ languages }) => languages)).toEqual([]);
  });
});

it.each([
  ['Genève', 'fra'],
  ['Zürich', 'deu'],
  ['Lugano', 'ita'],
  ['Antwerpen', 'nld'],
  ['Liège', 'fra'],
  ['Québec', 'fra'],
  ['Calgary', 'eng'],
])('people of %s speak %s', (city, language) => {
  const there = people.filter((person) => person.index > 0 && person.city.name === city);
  expect(there.length).toBeGreaterThan(10);
  expect(new Set(there.map(({ languages: [main] }) => main))).toEqual(new Set([language]));
});

it('every language of a country has words of its own', () => {
  const codes = new Set(countries.flatMap(({ languages }) => languages.map(({ code }) => code)));
  expect([...codes].filter((code) => voiceOf(code).language !== code)).toEqual([]);
  expect(codes.size).toBe(15);
});
