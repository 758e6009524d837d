import type { FilterName } from '../../core/filters.ts';
import { filterOperators, maxFilters, operatorsOf } from '../../core/filters.ts';
import { type Platform, platforms, publishedPlatforms } from '../../core/platforms.ts';
import { creatorSearchNames } from '../search/creators.ts';
import { maxResults } from './read.ts';

/** The lists of a world whose ids filters take. */
export interface SearchLists {
  niches(platform: Platform): readonly { id: string }[];
  topics(): readonly { id: string }[];
}

/**
 * The JSON Schema of an answer to a description: `{answer}` is a search on one platform, or advice. It is within what
 * structured outputs of models know: all members required, null in place of an absent one, no `oneOf`.
 */
export function searchSchema(lists: SearchLists): object {
  return closed({
    answer: {
      anyOf: [
        ...platforms.map((platform) => searchOn(platform, lists)),
        closed({ message: { type: 'string' }, suggestion: { type: 'array', items: { type: 'string' } } }),
      ],
    },
  });
}

function searchOn(platform: Platform, lists: SearchLists): object {
  const names = creatorSearchNames[platform];
  const ids: Readonly<Record<string, readonly { id: string }[]>> = {
    niches: lists.niches(platform),
    topics: lists.topics(),
  };
  return closed({
    platform: { const: publishedPlatforms[platform] },
    filters: {
      type: 'array',
      maxItems: maxFilters,
      items: { anyOf: names.map((name) => filterOn(name, ids[name.name])) },
    },
    sortBy: orNull({ type: 'string', enum: names.flatMap((each) => (each.sortable ? [each.name] : [])) }),
    desc: orNull({ type: 'boolean' }),
    pageSize: orNull({ type: 'integer', minimum: 1, maximum: maxResults }),
  });
}

function filterOn({ name, type }: FilterName, ids: readonly { id: string }[] | undefined): object {
  const description = meanings[name];
  const one = { type, ...(ids && { enum: ids.map(({ id }) => id) }), ...(description && { description }) };
  const operators: readonly string[] = operatorsOf[type];
  return closed({
    filterName: { const: name },
    op: { type: 'string', enum: filterOperators.filter((op) => operators.includes(op)) },
    value: type === 'string' ? { anyOf: [one, { type: 'array', items: one }] } : one,
  });
}

/** Explanations of names that do not speak for themselves. */
const meanings: Readonly<Record<string, string>> = {
  country: 'ISO 3166-1 alpha-3, such as DEU',
  mainAudienceLocation: 'ISO 3166-1 alpha-3, such as DEU',
  mainLanguage: 'ISO 639-3, such as deu',
  mainAudienceAge: '13-17, 18-24, 25-34, 35-44, 45-54, 55-64 or 65+',
  mainAudienceGender: 'female or male',
  lastPublishTime: 'Unix milliseconds',
};

const closed = (properties: Readonly<Record<string, object>>): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const orNull = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] });
