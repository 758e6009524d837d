import { describe, expect, it } from 'vitest';
import { classifiedName, classifiedNames } from '../../src/recording/field-classes.ts';
import { testApp } from '../harness.ts';

const { deps } = await testApp({ vocabulary: 'neutral' });

interface Node {
  type?: string | string[];
  properties?: Record<string, Node>;
  patternProperties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
  enum?: unknown[];
  const?: unknown;
}

/** Every place of a schema that holds a single value, and that the schema does not list itself. */
function placesIn(node: Node | undefined, at: readonly string[]): string[][] {
  if (!node) return [];
  if (node.anyOf) return node.anyOf.flatMap((each) => placesIn(each, at));
  if (node.items) return placesIn(node.items, [...at, '*']);
  const { properties = {}, patternProperties = {} } = node;
  const inside = [
    ...Object.entries(properties).flatMap(([name, each]) => placesIn(each, [...at, name])),
    ...Object.values(patternProperties).flatMap((each) => placesIn(each, [...at, '{}'])),
  ];
  const isLeaf = node.type !== undefined && node.type !== 'object' && node.type !== 'null';
  return inside.length > 0 ? inside : isLeaf && !node.enum && node.const === undefined ? [[...at]] : [];
}

const filterNamesIn = (parameters: Node | undefined): string[] => {
  const { filterName, filterKey } = parameters?.properties?.['filters']?.items?.properties ?? {};
  return ((filterName ?? filterKey)?.enum ?? []) as string[];
};

const places = deps.servedRoutes.flatMap(({ operation, parameters, reply }) => {
  const from = operation.split('/');
  const { filters: _, fields: __, ...named } = (parameters as Node | undefined)?.properties ?? {};
  return [
    ...placesIn(reply as Node | undefined, from),
    ...placesIn({ properties: named }, from),
    ...filterNamesIn(parameters as Node | undefined).map((name) => [...from, name]),
  ];
});

describe('the classes of fields', () => {
  it('has one for every place of every schema, request and filter', () => {
    expect(places.length).toBeGreaterThan(1_000);
    const without = places.filter((place) => classifiedName(place) === undefined);
    expect([...new Set(without.map((place) => place.join('/')))]).toEqual([]);
  });

  it('has no name in vain', () => {
    const used = new Set(places.map(classifiedName));
    const structural = ['op', 'filterName', 'filterKey', 'isFuzzySearch', 'sortBy', 'desc', 'fields'];
    expect(classifiedNames.filter((name) => !used.has(name) && !structural.includes(name))).toEqual([]);
  });
});
