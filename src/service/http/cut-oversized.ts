import { maxProblems } from '../../core/errors.ts';
import { isObject } from '../../core/values.ts';

/** Returns what a schema looks at in a value; of lists and objects beyond their bounds only the first parts. */
type Shorten = (value: unknown) => unknown;

/** The keywords that matter here. */
interface Node {
  items?: object;
  maxItems?: number;
  properties?: Readonly<Record<string, object>>;
  patternProperties?: Readonly<Record<string, object>>;
  additionalProperties?: boolean | object;
  maxProperties?: number;
  anyOf?: unknown;
  oneOf?: unknown;
  allOf?: unknown;
  not?: unknown;
}

/**
 * A validator that reports everything would make an error for each of a million items, although a reply lists
 * `maxProblems`. What is cut fails its bound as the whole does, and has as many problems as a reply lists.
 */
export function cutOversized(schema: object): Shorten {
  const node = schema as Node;
  if (node.anyOf ?? node.oneOf ?? node.allOf ?? node.not) return (value) => value;
  const cutList = listCut(node);
  const cutObject = objectCut(node);
  return (value) => {
    if (Array.isArray(value)) return cutList(value);
    return isObject(value) ? cutObject(value) : value;
  };
}

function listCut({ items, maxItems }: Node): (list: readonly unknown[]) => unknown {
  if (items === undefined || maxItems === undefined) return (list) => list;
  const cutItem = cutOversized(items);
  const max = Math.max(maxItems, maxProblems) + 1;
  return (list) => list.slice(0, max).map(cutItem);
}

function objectCut(node: Node): (value: Readonly<Record<string, unknown>>) => unknown {
  const { properties = {}, patternProperties, additionalProperties, maxProperties } = node;
  const isOpen = additionalProperties !== false && maxProperties === undefined;
  if (isOpen && (patternProperties ?? additionalProperties) !== undefined) return (value) => value;
  const cuts = new Map(Object.entries(properties).map(([name, each]) => [name, cutOversized(each)]));
  const maxOthers = isOpen ? 0 : Math.max(maxProperties ?? 0, maxProblems) + 1;
  return (value) => {
    const result: Record<string, unknown> = {};
    for (const [name, cut] of cuts) if (Object.hasOwn(value, name)) result[name] = cut(value[name]);
    if (maxOthers === 0) return result;
    let others = 0;
    for (const name in value) {
      if (cuts.has(name)) continue;
      if (++others > maxOthers) break;
      result[name] = value[name];
    }
    return result;
  };
}
