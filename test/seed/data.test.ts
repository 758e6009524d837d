import { Value } from '@sinclair/typebox/value';
import { describe, expect, it } from 'vitest';
import { BrandWords } from '../../seed/brands.ts';
import brands from '../../seed/data/brands.json' with { type: 'json' };
import familyNames from '../../seed/data/family-names.json' with { type: 'json' };
import givenNames from '../../seed/data/given-names.json' with { type: 'json' };
import places from '../../seed/data/places.json' with { type: 'json' };
import songs from '../../seed/data/songs.json' with { type: 'json' };
import spelledNames from '../../seed/data/spelled-names.json' with { type: 'json' };
import { FamilyNames, GivenNames, nameFor, SpelledNames } from '../../seed/person-name.ts';
import { countries, Places, regionOf } from '../../seed/places.ts';
import { randomFor } from '../../seed/random.ts';
import { SongWords } from '../../seed/sounds.ts';
import { Voice } from '../../seed/voice.ts';
import { voices } from '../../seed/voices.ts';

const flawsOf = (schema: Parameters<typeof Value.Errors>[0], data: unknown) =>
  [...Value.Errors(schema, data)].map(({ path, message }) => `${path} ${message}`);

describe('the data of the world fit their schemas:', () => {
  it.each([
    ['places', Places, places],
    ['brands', BrandWords, brands],
    ['songs', SongWords, songs],
    ['given names', GivenNames, givenNames],
    ['family names', FamilyNames, familyNames],
    ['spelled names', SpelledNames, spelledNames],
  ])('%s', (_name, schema, data) => expect(flawsOf(schema, data)).toEqual([]));

  it.each(Object.entries(voices))('the voice of %s', (language, voice) => {
    expect(flawsOf(Voice, voice)).toEqual([]);
    expect(voice.language).toBe(language);
  });
});

it.each(countries.map((country) => [country.code, country] as const))(
  'people of %s have names, a region and voices of their languages',
  (code, { names, languages }) => {
    expect(nameFor(randomFor(1, 'name', 1), names, 'female').full).not.toBe('');
    expect(regionOf[code]).toBeDefined();
    for (const language of languages) expect(voices).toHaveProperty(language.code);
  },
);
