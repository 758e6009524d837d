import type { Json } from './body.ts';

/** The JSON of a record and its facts for the report. */
export interface KeptText {
  readonly json: Json;
  readonly facts: number;
}

/** Texts by key. When they take more than their share of memory, those that were not read for long go. */
export interface KeptTexts {
  get(key: string): KeptText | undefined;
  set(key: string, text: KeptText): void;
}

/** @param most bytes, keys included; 0 keeps nothing */
export function createKeptTexts(most: number): KeptTexts {
  /** Two generations in place of a list by last use: reading a text of the older one moves it to the younger. */
  let young = new Map<string, KeptText>();
  let old = new Map<string, KeptText>();
  let size = 0;

  function set(key: string, text: KeptText): void {
    const length = key.length + text.json.length;
    if (length > most / 8) return;
    if (size + length > most / 2) {
      old = young;
      young = new Map();
      size = 0;
    }
    size += length;
    young.set(key, text);
  }

  return {
    get(key) {
      const text = young.get(key);
      if (text !== undefined) return text;
      const older = old.get(key);
      if (older !== undefined) {
        old.delete(key);
        set(key, older);
      }
      return older;
    },
    set,
  };
}
