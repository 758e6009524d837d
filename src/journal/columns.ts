import type { Millicredits } from '../core/credits.ts';
import { cutBody, cutUrl, type JournalEntry, type JournalInput, notesWithUrl } from './entry.ts';
import { createIdIndex } from './id-index.ts';

/** The requests of the journal by slots. */
interface Columns {
  write(slot: number, id: number, entered: JournalInput): void;
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
  /** Frees the texts in a slot. */
  release(slot: number): void;
  clear(): void;
}

/** The fields that a stream may change after its start. */
export type StreamChange = Pick<JournalEntry, 'credits' | 'errorCode' | 'durationMs' | 'decisions'>;

/**
 * One array per field. An object per request would live long enough to reach the old generation, where the garbage
 * collector marks each of them; here only texts do.
 */
export function createColumns(slots: number): Columns {
  const ids = createIdIndex(slots);
  const at = new Float64Array(slots);
  const credits = new Float64Array(slots);
  const durationMs = new Float64Array(slots);
  const status = new Uint16Array(slots);
  const bodyCut = new Uint8Array(slots);
  const url: string[] = [];
  const traceId: (string | null)[] = [];
  const bodyText: (string | null)[] = [];
  const notes: (readonly string[])[] = [];
  // These values are shared by many requests, so an array of references is as good as an array of codes.
  const operation: (string | null)[] = [];
  const method: string[] = [];
  const errorCode: (string | null)[] = [];
  const injected: (string | null)[] = [];
  const decisions: (readonly string[])[] = [];

  return { write, update, charge, view, bodyIn, idOf: ids.idOf, find: ids.find, release, clear };

  function write(slot: number, id: number, entered: JournalInput): void {
    const body = entered.body === undefined ? null : cutBody(entered.body);
    ids.set(slot, id);
    at[slot] = entered.at;
    status[slot] = entered.status;
    bodyCut[slot] = body?.cut ? 1 : 0;
    url[slot] = cutUrl(entered.url);
    traceId[slot] = entered.traceId;
    bodyText[slot] = body ? body.text : null;
    notes[slot] = notesWithUrl(entered.notes, entered.url);
    operation[slot] = entered.operation;
    method[slot] = entered.method;
    injected[slot] = entered.injected;
    update(slot, entered);
  }

  function update(slot: number, change: StreamChange): void {
    credits[slot] = change.credits;
    durationMs[slot] = change.durationMs;
    errorCode[slot] = change.errorCode;
    decisions[slot] = change.decisions;
  }

  function charge(slot: number, more: Millicredits): void {
    credits[slot] = (credits[slot] ?? 0) + more;
  }

  function view(slot: number, keyId: string | null): JournalEntry {
    const text = bodyText[slot] ?? null;
    return {
      id: ids.idOf(slot),
      at: at[slot] ?? 0,
      keyId,
      operation: operation[slot] ?? null,
      method: method[slot] ?? '',
      url: url[slot] ?? '',
      body: text === null ? null : { text, cut: bodyCut[slot] === 1 },
      status: status[slot] ?? 0,
      traceId: traceId[slot] ?? null,
      injected: injected[slot] ?? null,
      notes: notes[slot] ?? noTexts,
      decisions: decisions[slot] ?? noTexts,
      errorCode: errorCode[slot] ?? null,
      credits: credits[slot] ?? 0,
      durationMs: durationMs[slot] ?? 0,
    };
  }

  function bodyIn(slot: number): string | null | undefined {
    return bodyCut[slot] === 1 ? undefined : (bodyText[slot] ?? null);
  }

  function release(slot: number): void {
    ids.remove(slot);
    url[slot] = '';
    traceId[slot] = null;
    bodyText[slot] = null;
    notes[slot] = noTexts;
  }

  function clear(): void {
    ids.clear();
    for (const texts of [url, traceId, bodyText, notes, operation, method, errorCode, injected, decisions])
      texts.length = 0;
  }
}

const noTexts: readonly string[] = [];
