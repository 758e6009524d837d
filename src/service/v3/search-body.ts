import { type TProperties, Type } from '@sinclair/typebox';
import {
  type FilterName,
  maxFilterCharacters,
  maxFilterCharactersInAll,
  maxFilters,
  maxFilterValues,
} from '../../core/filters.ts';
import { choice } from '../../core/schema.ts';
import { maxPageSize } from '../../core/search-body.ts';
import { filterSchema } from '../http/filter-schema.ts';

/**
 * The body of a search as a schema, for the documents (contract 4.2, 8). The operators and values of a filter
 * depend on its name, so `core/filters.ts` checks them; a test keeps the two in step.
 */
export const searchBody = <Further extends TProperties>(
  names: readonly FilterName[],
  fewest: 0 | 1,
  further: Further,
) =>
  Type.Object({
    filters: Type.Array(filter(names), {
      minItems: fewest,
      maxItems: maxFilters,
      description: `All of them must hold; a name given twice makes a range. Their texts have at most ${maxFilterCharactersInAll} characters together.`,
    }),
    pageSize: Type.Integer({ minimum: 1, maximum: maxPageSize, description: 'Number of results to return.' }),
    offset: Type.Integer({ minimum: 0, description: 'Number of results to skip.' }),
    sortBy: Type.Optional(
      choice(
        names.filter(({ sortable }) => sortable).map(({ name }) => name),
        'Field to sort by.',
      ),
    ),
    desc: Type.Optional(Type.Boolean({ description: 'Descending order; false by default.' })),
    ...further,
  });

const filter = (names: readonly FilterName[]) =>
  filterSchema({
    key: 'filterName',
    names: names.map(({ name, type }) => ({ name, type })),
    op: 'Texts take = and in, numbers > = <, booleans =. With in, any of several texts matches.',
    value: 'A value of the type of its name; with in, an array of texts.',
    maxCharacters: maxFilterCharacters,
    texts: { minItems: 1, maxItems: maxFilterValues },
    further: {
      isFuzzySearch: Type.Optional(
        Type.Boolean({ description: 'A text matches by a part of it, in any case; false by default.' }),
      ),
    },
  });
