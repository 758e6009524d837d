import { type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { type FilterName, filterOperators, operatorsOf } from '../../core/filters.ts';
import { choice } from '../../core/schema.ts';

interface DocumentedName extends Pick<FilterName, 'name' | 'type'> {
  /** Whether the field is a list of texts, which `=` compares with several. */
  readonly list?: boolean | undefined;
}

interface FilterDocument {
  /** The member that names the field. */
  key: 'filterName' | 'filterKey';
  names: readonly DocumentedName[];
  op: string;
  value: string;
  maxCharacters: number;
  /** The fewest texts of a list, and the most. */
  texts: { minItems: number; maxItems: number };
  /** Its other members. */
  further?: TProperties;
}

/**
 * A filter of a search as a schema, for the documents alone: `core/filters.ts` and generation 2 check filters. Its operator
 * and the type of its value follow from its name, which the alternatives say. Translators and types read the flat members.
 */
export function filterSchema({
  key,
  names,
  op,
  value,
  maxCharacters,
  texts,
  further,
}: FilterDocument): TSchema {
  const Text = { type: 'string', maxLength: maxCharacters };
  const Texts = { type: 'array', items: Text, ...texts };
  const kinds: Record<Kind, readonly (readonly [ops: readonly string[], value: object])[]> = {
    string: [
      [['='], Text],
      [['in'], Texts],
    ],
    list: [
      [['='], { ...Texts, ...Text, type: ['string', 'array'] }],
      [['in'], Texts],
    ],
    number: [[operatorsOf.number, { type: 'number' }]],
    boolean: [[operatorsOf.boolean, { type: 'boolean' }]],
  };
  const alternatives = [...Map.groupBy(names, kindOf)].flatMap(([kind, ofKind]) =>
    kinds[kind].map(([ops, value]) => ({
      properties: { [key]: { enum: ofKind.map(({ name }) => name) }, op: { enum: ops }, value },
      required: [key, 'op', 'value'],
    })),
  );
  return Type.Object(
    {
      [key]: choice(
        names.map(({ name }) => name),
        names.map((each) => `${each.name}: ${kindWords[kindOf(each)]}`).join(', '),
      ),
      op: choice(filterOperators, op),
      value: Type.Unsafe<string | number | boolean | string[]>({
        type: ['string', 'number', 'boolean', 'array'],
        items: { type: 'string', maxLength: maxCharacters },
        maxItems: texts.maxItems,
        maxLength: maxCharacters,
        description: value,
      }),
      ...further,
    },
    { oneOf: alternatives },
  );
}

type Kind = FilterName['type'] | 'list';

const kindOf = ({ type, list }: DocumentedName): Kind => (list ? 'list' : type);

const kindWords: Record<Kind, string> = {
  string: 'string',
  list: 'list of texts',
  number: 'number',
  boolean: 'boolean',
};
