import { type TSchema, Type } from '@sinclair/typebox';
import { type FieldProblem, Refusal } from '../../core/errors.ts';
import { parseFields, parseSearchFields } from '../../core/fields.ts';
import type { FilterName } from '../../core/filters.ts';
import { findOperation, type OperationId } from '../../core/operations.ts';
import { parseSearch, type Search } from '../../core/search-body.ts';
import type { SearchBlock } from '../../core/selection.ts';
import type { LedgerTransaction } from '../../ledger/ledger.ts';
import type { RecognisedCall } from '../http/call.ts';
import type { Deps } from '../http/deps.ts';
import type { AboutOperation, Endpoint } from '../http/endpoint.ts';
import type { Receipt } from '../http/metered.ts';
import { noteNicheHints } from '../http/niche-hints.ts';
import { translateProblems } from '../http/validation.ts';
import { succeed } from './replies.ts';
import { searchBody } from './search-body.ts';

export interface SearchRoute {
  operation: OperationId;
  names: readonly FilterName[];
  /** The fewest filters that it accepts; 1 by default. */
  minFilters?: 0 | 1;
  /** Schema of the envelope's `data`. */
  reply: TSchema;
  about: AboutOperation;
}

/** A search that passed every check except those of its credits. */
export interface ValidSearch {
  call: RecognisedCall;
  /** Those of the batch in which the answer is made. */
  tx: LedgerTransaction;
  search: Search;
  /** The records that each creator carries (contract 4.3(5)). */
  blocks: readonly SearchBlock[];
}

/**
 * One search: POST with a JSON body. Its schema only documents the body: the problems have their own messages
 * (observed), depend on the filter's name, and are reported all at once.
 */
export function searchRoute(
  deps: Pick<Deps, 'world' | 'operation' | 'decisions'>,
  { operation, names, minFilters: fewest = 1, reply, about }: SearchRoute,
  answer: (valid: ValidSearch) => Receipt,
): Endpoint {
  const takesFields = findOperation(operation)?.fields === 'operations';
  return {
    operation,
    method: 'POST',
    parameters: searchBody(names, fewest, takesFields ? fieldsProperty : {}),
    validated: false,
    reply,
    about,
    answer: ({ call, tx, given }) => {
      const raw = (given as { fields?: unknown } | null | undefined)?.fields;
      const parsed = parseSearch(names, given, fewest);
      const selected = takesFields ? parseSearchFields(operation, raw) : noBlocks(operation, raw);
      if ('problems' in parsed || 'problems' in selected)
        throw new Refusal('invalid', {
          problems: [...translateProblems(call.words, problemsIn(parsed)), ...problemsIn(selected)],
        });
      noteNicheHints(deps, call, (given as { filters: unknown[] }).filters);
      return succeed(call, answer({ call, tx, search: parsed.search, blocks: selected.blocks }));
    },
  };
}

/** A sample search for the documents: the two largest by one figure. */
export const sampleSearch = (filterName: string, value: number) => ({
  filters: [{ filterName, op: '>', value }],
  pageSize: 2,
  offset: 0,
  sortBy: filterName,
  desc: true,
});

const fieldsProperty = {
  fields: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: "Records that each creator carries: operation names, each with that operation's fields.",
    }),
  ),
};

function noBlocks(operation: OperationId, raw: unknown) {
  const parsed = parseFields(operation, raw);
  return 'problems' in parsed ? parsed : { blocks: [] as const };
}

const problemsIn = (parsed: object | { problems: FieldProblem[] }): FieldProblem[] =>
  'problems' in parsed ? parsed.problems : [];
