import { type Static, Type } from '@sinclair/typebox';
import data from './data/places.json' with { type: 'json' };

const CountryCode = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 3166-1.' });
const LanguageCode = Type.String({ pattern: '^[a-z]{3}$', description: 'ISO 639-3; `zht` and `zhs`.' });

const City = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    lat: Type.Number({ minimum: -90, maximum: 90 }),
    lng: Type.Number({ minimum: -180, maximum: 180 }),
  },
  { additionalProperties: false, description: 'Its centre.' },
);
export type City = Static<typeof City>;

const Country = Type.Object(
  {
    code: CountryCode,
    weight: Type.Number({ exclusiveMinimum: 0 }),
    names: Type.String({ description: 'A key of the lists of names.' }),
    languages: Type.Array(Type.Object({ code: LanguageCode, weight: Type.Number() }), { minItems: 1 }),
    utc: Type.Number({ description: 'Hours by which its local time is ahead of UTC.' }),
    cities: Type.Array(City, { minItems: 1 }),
  },
  {
    additionalProperties: false,
    description:
      'Where people live, with their languages and names. A country whose parts speak different languages has an entry for each part.',
  },
);
export type Country = Static<typeof Country>;

/** The schema of `data/places.json`. */
export const Places = Type.Object(
  {
    countries: Type.Array(Country),
    regionOf: Type.Record(CountryCode, Type.String({ pattern: '^[A-Z]{2}$' }), {
      description: 'ISO 3166-1 alpha-2 of every country.',
    }),
    abroad: Type.Record(LanguageCode, Type.Array(CountryCode), {
      description:
        'The countries where a language is spoken, those with most speakers first. Audiences abroad are from these.',
    }),
    trackCodes: Type.Record(LanguageCode, Type.String(), {
      description: 'Codes of subtitle tracks (contract 7: `.en`, `.zh-Hant`).',
    }),
  },
  { additionalProperties: false },
);

export const { countries, regionOf, abroad, trackCodes }: Static<typeof Places> = data;
