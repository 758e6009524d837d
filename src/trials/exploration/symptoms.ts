import { compareTexts } from '../../core/order.ts';

/** The advice to a client about each finding of a run under faults, the worst first. */
export const helpOn = {
  'paid-twice': 'Keep what was delivered, and send again only the calls that failed.',
  'paid-for-nothing':
    'Send the request again when a reply is lost or broken: its credits are gone otherwise.',
  overspent: 'Limit the calls and the credits of a run, fall-backs included.',
  unbounded: 'Limit the tries of a call and the time of a run.',
  hammered: 'Wait before each try, each time longer, with some randomness, and stop after a few.',
  swallowed: 'End with another exit code when a call failed for good.',
  crashed: 'Send a request that met a passing failure again, after a wait.',
  rule: 'See the rule in the report of a run.',
} as const;

export type FindingKind = keyof typeof helpOn;
const kindNames = Object.keys(helpOn) as FindingKind[];

/** A flaw of the client that a run shows. */
export interface Symptom {
  readonly kind: FindingKind;
  /** The rule of `rule`; otherwise the operation that it is about, or empty. */
  readonly about: string;
  /** The flaw in a sentence without its full stop. */
  readonly detail: string;
  /** Too much of them; 0 where credits are not the point. */
  readonly credits: number;
}

export const symptomName = ({ kind, about }: Symptom): string => `${kind} ${about}`;

/** By kind, then by what it is about. */
export const compareSymptoms = (one: Symptom, other: Symptom): number =>
  kindNames.indexOf(one.kind) - kindNames.indexOf(other.kind) || compareTexts(one.about, other.about);
