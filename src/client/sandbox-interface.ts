import type { WorldInfo } from '../creators/world/info.ts';
import type { Report, Settings } from './types.ts';

/** A running sandbox. */
export interface Sandbox {
  /** Base URL of the service, always loopback: generation 3 at its root, generation 2 under `/v2`. */
  readonly url: string;
  /** Base URL of the admin surface, `…/__admin`; null when it is off. */
  readonly adminUrl: string | null;
  /** A URL that answers with a creator of this world. */
  readonly exampleUrl: string;
  readonly world: WorldInfo;
  /** With https: the file that holds the certificate, and its SHA-256 in hex digits; otherwise null. */
  readonly certificate: { readonly file: string; readonly fingerprint: string } | null;
  /**
   * The assumed behaviours that answers relied on since the start or the last whole reset: those that may mislead
   * client code first, then by the number of answers. Empty while the journal is off.
   */
  assumptions(): readonly Assumption[];
  /** The report on the requests so far, without gates. Empty while the journal is off. */
  reportNow(): Report;
  /** Stops accepting requests, lets running ones end and writes pending data. A second call waits for the same end. */
  close(): Promise<void>;
}

/** An assumed behaviour, and how many answers relied on it. */
export interface Assumption {
  id: string;
  what: string;
  /** How a wrong guess would mislead client code, so that `strict` refuses it; null if it would not. */
  strict: string | null;
  requests: number;
}

/** The options of the library: any setting by its name. */
export type SettingsInput = { [Name in keyof Settings]?: Settings[Name] | undefined };
