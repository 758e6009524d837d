import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { compareTexts } from '../../core/order.ts';
import type { Settings } from '../../core/settings.ts';
import { runSettingNames, type SettingName } from '../../core/settings-schema.ts';
import type { Vocabulary } from '../../core/vocabulary.ts';
import type { JsonObject } from '../../service/http/generation-document.ts';
import type { SideAppOptions } from './side-app.ts';

/**
 * The document of a generation. The package holds those of the default settings in both vocabularies. Others are made at
 * the first question, as all are when the program runs from its sources.
 * @param folder of the packed documents
 */
export function documentsOf(
  options: SideAppOptions,
  folder = import.meta.dirname,
): (generation: number, serviceUrl: string) => Promise<JsonObject> {
  let made: ((generation: number, serviceUrl: string) => Promise<JsonObject>) | undefined;
  return async (generation, serviceUrl) => {
    const packed = made ? undefined : readPacked(folder, options, generation, serviceUrl);
    if (packed) return packed;
    made ??= (await import('./documents.ts')).documentsOf(options);
    return made(generation, serviceUrl);
  };
}

/** The documents of one setting, as the package holds them. */
interface PackedDocuments {
  /** See `packedKey`. */
  key: string;
  documents: Readonly<Record<number, JsonObject>>;
}

/** Writes documents to where `documentsOf` reads them. */
export function packDocuments(
  folder: string,
  options: Pick<SideAppOptions, 'settings' | 'world'>,
  documents: (generation: number, serviceUrl: string) => JsonObject,
): void {
  const packed: PackedDocuments = {
    key: packedKey(options),
    documents: Object.fromEntries([2, 3].map((number) => [number, documents(number, packedUrl)])),
  };
  writeFileSync(packedFile(folder, options.settings), gzipSync(JSON.stringify(packed), { level: 9 }));
}

/** Stands for the address of the service in packed documents. */
const packedUrl = 'http://packed.invalid';

const packedFile = (folder: string, { vocabulary }: Settings): string =>
  join(folder, `openapi-${documentedIn(vocabulary)}.json.gz`);

/** Documents are in one vocabulary, where requests may be in both. */
const documentedIn = (vocabulary: Settings['vocabulary']): Vocabulary =>
  vocabulary === 'auto' ? 'neutral' : vocabulary;

/** What documents depend on beside the code: the world of their examples, and every setting that may change a reply. */
export function packedKey({ settings, world }: Pick<SideAppOptions, 'settings' | 'world'>): string {
  const { written: _, ...interpreted } = settings;
  const documented = { ...interpreted, vocabulary: documentedIn(interpreted.vocabulary) };
  const shown = Object.entries(documented).filter(([name]) => !settingsNotShown.has(name as SettingName));
  return JSON.stringify([world.info.hash, Object.fromEntries(shown.sort(([a], [b]) => compareTexts(a, b)))]);
}

/** The settings that no document shows. A test changes them all. The hash of the world tells its size. */
export const settingsNotShown: ReadonlySet<SettingName> = new Set([
  ...runSettingNames,
  'host',
  'port',
  'adminPort',
  'admin',
  'adminToken',
  'adminHosts',
  'cors',
  'tls',
  'tlsCert',
  'tlsKey',
  'data',
  'size',
  'clock',
  'epoch',
  'worldTime',
  'prefer',
  'strict',
  'pace',
  'maxKeys',
  'journal',
  'quiet',
  'logRequests',
  'logLevel',
]);

/** The document that the package holds for these settings; undefined if there is none, as in the sources. */
function readPacked(
  folder: string,
  options: SideAppOptions,
  generation: number,
  serviceUrl: string,
): JsonObject | undefined {
  let text: string;
  try {
    text = gunzipSync(readFileSync(packedFile(folder, options.settings))).toString();
  } catch {
    return undefined;
  }
  const { key, documents } = JSON.parse(text.replaceAll(packedUrl, serviceUrl)) as PackedDocuments;
  return key === packedKey(options) ? documents[generation] : undefined;
}
