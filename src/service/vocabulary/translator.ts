import type { TSchema } from '@sinclair/typebox';
import { platforms } from '../../core/platforms.ts';
import { isObject } from '../../core/values.ts';
import type { Vocabulary } from '../../core/vocabulary.ts';

/** Translates a value of a schema into a new value. The input stays unchanged. @param met is told what was renamed */
export type Translate = (value: unknown, met?: MetWords) => unknown;

/** The vocabulary of the first renamed name, as of a parameter or a filter, and that of the first renamed platform. */
export interface MetWords {
  name?: Vocabulary;
  platform?: Vocabulary;
}

/**
 * Compiles a schema to a function that renames words in values of that schema: names of properties, listed
 * keys of maps, listed texts and examples. Everything else is passed on without a copy, so a record without
 * such words costs nothing.
 *
 * The function swaps each neutral word with its word on the wire. One translator therefore serves replies
 * (neutral to published) and requests (published to neutral).
 * @param toWire the word on the wire for a neutral one; any other text unchanged
 * @returns undefined if values of this schema contain no word to rename
 * @throws Error if two fields of one record, or two values of one list, would get the same name
 */
export function translatorOf(schema: TSchema, toWire: ToWire): Translate | undefined {
  return translator(readSchema(schema), toWire);
}

type ToWire = (word: string) => string;

/** The parts of JSON Schema that a translator reads. */
interface Node {
  properties?: Record<string, Node>;
  patternProperties?: Record<string, Node>;
  propertyNames?: { enum?: readonly unknown[] };
  items?: Node;
  enum?: readonly unknown[];
  const?: unknown;
  examples?: readonly unknown[];
  anyOf?: readonly Node[];
}

/** JSON Schema allows more than the schemas of this project use. */
const readSchema = (schema: TSchema): Node => schema as Node;

function translator(node: Node, toWire: ToWire): Translate | undefined {
  const { items, anyOf } = node;
  if (items) return ofList(translator(items, toWire));
  if (anyOf) return ofAlternatives(anyOf, toWire);
  return ofRecord(node, toWire) ?? ofText(node, toWire);
}

function ofList(item: Translate | undefined): Translate | undefined {
  return item && ((value, met) => (Array.isArray(value) ? value.map((each) => item(each, met)) : value));
}

/** All literal texts count as one list; of the other alternatives only one may contain words to rename. */
function ofAlternatives(nodes: readonly Node[], toWire: ToWire): Translate | undefined {
  const listed = nodes.flatMap((node) => node.enum ?? ('const' in node ? [node.const] : []));
  const translators = nodes.flatMap((node) =>
    node.enum || 'const' in node ? [] : (translator(node, toWire) ?? []),
  );
  const all = [ofText({ enum: listed }, toWire), ...translators].filter((each) => each !== undefined);
  if (all.length > 1) throw new Error('alternatives with different words cannot be distinguished');
  return all[0];
}

function ofText(
  { enum: listed = [], const: only, examples = [] }: Node,
  toWire: ToWire,
): Translate | undefined {
  if (examples.some((example) => pageHost.test(String(example)))) return ofPage(toWire);
  const renames = changedPlaces([...listed, only, ...examples].filter(isText), toWire);
  if (renames.size === 0) return undefined;
  return (value, met) => {
    const rename = typeof value === 'string' ? renames.get(value) : undefined;
    if (!rename) return value;
    if (met) noteWord(met, rename);
    return rename.to;
  };
}

/** A word that is replaced. */
interface Rename {
  readonly to: string;
  /** The vocabulary of the replaced word. */
  readonly from: Vocabulary;
  readonly isPlatform: boolean;
}

function noteWord(met: MetWords, { from, isPlatform }: Rename): void {
  if (isPlatform) met.platform ??= from;
  else met.name ??= from;
}

/** Both directions of each rename: neutral to wire and wire to neutral. */
function changedPlaces(names: readonly string[], toWire: ToWire): Map<string, Rename> {
  const renames = new Map<string, Rename>();
  for (const name of names) {
    const replacement = toWire(name);
    if (replacement === name) continue;
    if (names.includes(replacement))
      throw new Error(
        `"${name}" cannot become "${replacement}", because another field or value has that name`,
      );
    const isPlatform = platforms.some((platform) => platform === name.toLowerCase());
    renames.set(name, { to: replacement, from: 'neutral', isPlatform });
    renames.set(replacement, { to: name, from: 'published', isPlatform });
  }
  return renames;
}

/** The host of a page names its platform: `https://gram.example/p/…`. */
const pageHost = /^https:\/\/([a-z0-9]+)(?=\.example\/)/i;

/** Renames the platform in the URL of a page. */
function ofPage(toWire: ToWire): Translate {
  const hosts = changedPlaces(platforms, toWire);
  return (value, met) => {
    if (typeof value !== 'string') return value;
    return value.replace(pageHost, (_, host: string) => {
      const rename = hosts.get(host);
      if (met && rename) noteWord(met, rename);
      return `https://${rename?.to ?? host}`;
    });
  };
}

/** The new name and translation of one field. */
interface Change {
  name: string;
  /** undefined = the name stays. */
  rename: Rename | undefined;
  translate: Translate | undefined;
}

function ofRecord(
  { properties = {}, patternProperties = {}, propertyNames }: Node,
  toWire: ToWire,
): Translate | undefined {
  const names = [...Object.keys(properties), ...(propertyNames?.enum ?? []).filter(isText)];
  const [inside] = Object.values(patternProperties).flatMap((field) => translator(field, toWire) ?? []);
  const renames = changedPlaces(names, toWire);
  const changes = new Map<string, Change>();
  for (const name of names) {
    const rename = renames.get(name);
    const field = properties[name];
    const translate = field ? translator(field, toWire) : inside;
    if (!rename && !translate) continue;
    const replacement = rename?.to ?? name;
    changes.set(name, { name: replacement, rename, translate });
    changes.set(replacement, { name, rename: renames.get(replacement), translate });
  }
  if (changes.size === 0 && !inside) return undefined;
  // assigning this key would set the prototype of the copy
  const dropped = '__proto__';

  return (value, met) => {
    if (!isObject(value)) return value;
    const renamed: Record<string, unknown> = {};
    for (const key in value) {
      const change = changes.get(key);
      const translate = change ? change.translate : inside;
      const field = value[key];
      if (met && change?.rename) noteWord(met, change.rename);
      if (key !== dropped) renamed[change ? change.name : key] = translate ? translate(field, met) : field;
    }
    return renamed;
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
