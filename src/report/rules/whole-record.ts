import type { Found, SeenCall, WasteRule, Watch } from '../call.ts';
import { callName, callOfKey } from '../call-name.ts';
import { evidenceOf, maxEvidence } from '../evidence.ts';
import { createLatestEntries } from '../latest-entries.ts';

/** Creators whose whole records are remembered. */
const maxCreators = 20_000;

/** Parts that cost less than the whole records of the same creator before show that these could have been parts too. */
export const wholeRecord: WasteRule = {
  sentence: 'The whole record was paid where a later call shows that `fields` sufficed.',
  watch: watchRecords,
};

/** Calls that paid the whole record of one creator. */
interface Bought {
  count: number;
  readonly first: SeenCall[];
}

function watchRecords(found: Found): Watch {
  const records = createLatestEntries<Bought>(maxCreators);
  return {
    judge(calls) {
      for (const { keyId, operation, input, name, credits, isRefused } of calls) {
        if (!operation.isFractional || isRefused || credits === 0 || name === undefined) continue;
        const isPart = input.givenNames.includes('fields');
        const creator = isPart ? (callOfKey(keyId, operation, callName(input, 'fields')) ?? name) : name;
        const bought = records.get(creator) ?? { count: 0, first: [] };
        if (isPart) {
          records.delete(creator);
          addSaved(found, bought, operation.fullPrice - credits);
          continue;
        }
        bought.count += 1;
        if (bought.first.length < maxEvidence) bought.first.push({ evidence: evidenceOf(input), operation });
        records.set(creator, bought);
      }
    },
  };
}

/** @param saved by parts, in place of each whole record */
function addSaved(found: Found, { count, first }: Bought, saved: number): void {
  if (saved <= 0) return;
  first.forEach((call, place) => {
    const times = place === first.length - 1 ? count - place : 1;
    found(call, { credits: times * saved, times });
  });
}
