import { expect, it } from 'vitest';
import { FaultRule } from '../../src/faults/rule.ts';
import { Capsule } from '../../src/trials/capsule/capsule.ts';
import { ExplorationReport } from '../../src/trials/exploration/report/model.ts';
import { MutationReport } from '../../src/trials/mutation/report/model.ts';

interface Part {
  readonly properties?: Readonly<Record<string, Part>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly items?: Part | readonly Part[];
  readonly patternProperties?: Readonly<Record<string, Part>>;
}

const limits = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'enum',
  'const',
];

/** What a reader of files checks, place by place: the members of objects, and limits. */
function* checksOf(part: Part, at: string): Generator<string> {
  if (part === (FaultRule as Part)) return;
  const { properties, required = [], additionalProperties, items, patternProperties = {} } = part;
  const own = Object.entries(part).filter(([name]) => limits.includes(name));
  const members = Object.keys(properties ?? {}).map((name) => `${name}${required.includes(name) ? '' : '?'}`);
  const isOpen = properties && additionalProperties !== false;
  if (properties || own.length > 0)
    yield [
      ...[at, ...own.map(([name, value]) => `${name} ${JSON.stringify(value)}`)],
      ...(properties ? [`{ ${[...members, ...(isOpen ? ['…'] : [])].join(', ')} }`] : []),
    ].join(' ');
  for (const [name, each] of Object.entries(properties ?? {})) yield* checksOf(each, `${at}/${name}`);
  for (const each of [items ?? []].flat()) yield* checksOf(each, `${at}/*`);
  for (const each of Object.values(patternProperties)) yield* checksOf(each, `${at}/…`);
}

it('reports that runs go on with, and capsules that are repeated, are read within these limits', async () => {
  const lines = Object.entries({ MutationReport, ExplorationReport, Capsule }).flatMap(([name, schema]) => [
    ...checksOf(schema as Part, name),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('schemas.txt');
});
