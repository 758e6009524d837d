import type { CallSite } from '../core/call-site.ts';
import type { Millicredits } from '../core/credits.ts';
import { cutBody, cutUrl, type JournalEntry, type JournalInput, notesWithUrl } from './entry.ts';
import { createIdIndex } from './id-index.ts';

/** The requests of the journal by slots. */
interface Columns {
  write(slot: number, id: number, input: JournalInput): void;
  update(slot: number, change: StreamChange): void;
  /** Adds to the credits. */
  charge(slot: number, more: Millicredits): void;
  /** A copy of the request in a slot. @param keyId of the slot's owner */
  view(slot: number, keyId: string | null): JournalEntry;
  /** The body as it is stored; null without one, undefined if it was cut. */
  bodyIn(slot: number): string | null | undefined;
  idOf(slot: number): number;
  /** The slot of an id; -1 if there is none. */
  find(id: number): number;
  /** The bytes of all texts, about. */
  readonly textBytes: number;
  /** Frees the texts in a slot. */
  release(slot: number): void;
  clear(): void;
}

/** The fields that a stream may change after its start. */
export type StreamChange = Pick<JournalEntry, 'credits' | 'errorCode' | 'durationMs' | 'decisions' | 'notes'>;

/**
 * One array per field. An object per request would live long enough to reach the old generation, where the garbage
 * collector marks each of them; here only texts do.
 */
export function createColumns(slots: number): Columns {
  const ids = createIdIndex(slots);
  const arrays = createArrays(slots);
  const { credits, bodyCut, bodyText, texts } = arrays;
  let textBytes = 0;

  return {
    write(slot, id, input) {
      ids.set(slot, id);
      textBytes -= texts[slot] as number;
      writeFields(arrays, slot, input);
      textBytes += texts[slot] as number;
      writeChange(arrays, slot, input);
    },
    update(slot, change) {
      const more = charactersOf(change.notes) - charactersOf(arrays.notes[slot] ?? noTexts);
      texts[slot] = (texts[slot] as number) + more;
      textBytes += more;
      arrays.notes[slot] = change.notes;
      writeChange(arrays, slot, change);
    },
    charge(slot, more) {
      credits[slot] = (credits[slot] as number) + more;
    },
    view: (slot, keyId) => ({ id: ids.idOf(slot), keyId, ...readFields(arrays, slot) }),
    bodyIn: (slot) => (bodyCut[slot] === 1 ? undefined : (bodyText[slot] ?? null)),
    idOf: ids.idOf,
    find: ids.find,
    get textBytes() {
      return textBytes;
    },
    release(slot) {
      textBytes -= texts[slot] as number;
      ids.remove(slot);
      releaseTexts(arrays, slot);
    },
    clear() {
      ids.clear();
      texts.fill(0);
      textBytes = 0;
      for (const array of Object.values(arrays)) if (Array.isArray(array)) array.length = 0;
    },
  };
}

type Arrays = ReturnType<typeof createArrays>;

const createArrays = (slots: number) => ({
  at: new Float64Array(slots),
  realAt: new Float64Array(slots),
  credits: new Float64Array(slots),
  durationMs: new Float64Array(slots),
  status: new Uint16Array(slots),
  bodyCut: new Uint8Array(slots),
  /** Bytes of url, body and notes. */
  texts: new Uint32Array(slots),
  url: [] as string[],
  traceId: [] as (string | null)[],
  bodyText: [] as (string | null)[],
  notes: [] as (readonly string[])[],
  // These values are shared by many requests, so an array of references is as good as an array of codes.
  operation: [] as (string | null)[],
  method: [] as string[],
  errorCode: [] as (string | null)[],
  injected: [] as (string | null)[],
  decisions: [] as (readonly string[])[],
  callSite: [] as (CallSite | undefined)[],
});

function writeFields(arrays: Arrays, slot: number, input: JournalInput): void {
  const { text: bodyText, cut } = input.body === undefined ? { text: null, cut: false } : cutBody(input.body);
  const url = cutUrl(input.url);
  const notes = notesWithUrl(input.notes, input.url);
  const bodyCut = Number(cut);
  arrays.at[slot] = input.at;
  arrays.realAt[slot] = input.realAt;
  arrays.status[slot] = input.status;
  arrays.bodyCut[slot] = bodyCut;
  arrays.url[slot] = url;
  arrays.traceId[slot] = input.traceId;
  arrays.bodyText[slot] = bodyText;
  arrays.texts[slot] = url.length + (bodyText?.length ?? 0) + charactersOf(notes);
  arrays.notes[slot] = notes;
  arrays.operation[slot] = input.operation;
  arrays.method[slot] = input.method;
  arrays.injected[slot] = input.injected;
  arrays.callSite[slot] = input.callSite;
}

function writeChange(arrays: Arrays, slot: number, change: Omit<StreamChange, 'notes'>): void {
  arrays.credits[slot] = change.credits;
  arrays.durationMs[slot] = change.durationMs;
  arrays.errorCode[slot] = change.errorCode;
  arrays.decisions[slot] = change.decisions;
}

function readFields(arrays: Arrays, slot: number): Omit<JournalEntry, 'id' | 'keyId'> {
  const text = arrays.bodyText[slot] ?? null;
  return {
    at: arrays.at[slot] as number,
    realAt: arrays.realAt[slot] as number,
    operation: arrays.operation[slot] ?? null,
    method: arrays.method[slot] ?? '',
    url: arrays.url[slot] ?? '',
    body: text === null ? null : { text, cut: arrays.bodyCut[slot] === 1 },
    status: arrays.status[slot] as number,
    traceId: arrays.traceId[slot] ?? null,
    injected: arrays.injected[slot] ?? null,
    notes: arrays.notes[slot] ?? noTexts,
    callSite: arrays.callSite[slot],
    decisions: arrays.decisions[slot] ?? noTexts,
    errorCode: arrays.errorCode[slot] ?? null,
    credits: arrays.credits[slot] as number,
    durationMs: arrays.durationMs[slot] as number,
  };
}

const charactersOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

function releaseTexts({ url, traceId, bodyText, notes, texts }: Arrays, slot: number): void {
  texts[slot] = 0;
  for (const column of [traceId, bodyText]) column[slot] = null;
  url[slot] = '';
  notes[slot] = noTexts;
}

const noTexts: readonly string[] = [];
