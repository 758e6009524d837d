import { Type } from '@sinclair/typebox';
import { choice } from '../../core/schema.ts';
import { filterSchema } from '../http/filter-schema.ts';
import {
  maxFilters,
  maxFilterValues,
  maxResultsPerSearch,
  maxValueCharacters,
  type Names,
} from './advanced-search-body.ts';

/**
 * The body of a generation 2 search as a schema, for the documents only: it checks nothing, because each mistake has
 * its own error string. A test keeps it in step with the checks.
 */
export const advancedSearchBody = (names: Names) =>
  Type.Object({
    maxResults: Type.Integer({
      minimum: 1,
      maximum: maxResultsPerSearch,
      description: 'Number of ids to return.',
    }),
    sortBy: choice(
      names.filter(({ type }) => type === 'number').map(({ name }) => name),
      'Field to sort by.',
    ),
    offset: Type.Integer({ minimum: 0, description: 'Number of results to skip.' }),
    desc: Type.Boolean({ description: 'Descending order.' }),
    filters: Type.Array(filter(names), {
      minItems: 1,
      maxItems: maxFilters,
      description: 'All of them must hold; a key given twice makes a range.',
    }),
  });

const filter = (names: Names) =>
  filterSchema({
    key: 'filterKey',
    names: names.map(({ name, type, list }) => ({ name, type, list })),
    op: 'Texts take = and in, numbers > = <, booleans =. A list holds a text with =, all of several with =, any of them with in.',
    value: 'A value of the type of its key; several texts with in, and for lists.',
    maxCharacters: maxValueCharacters,
    texts: { minItems: 0, maxItems: maxFilterValues },
  });
