import { type CallSite, furtherCallSites, parseCallSite } from '../core/call-site.ts';

/** The call sites that headers named, each once, however many requests it made. */
export interface CallSites {
  /** The call site in a header; undefined if it names none. @param isPlain whether a new header holds no key */
  of(header: string, isPlain: () => boolean): CallSite | undefined;
  clear(): void;
}

/** Further ones are one. */
const maxCallSites = 5_000;
/** Texts that name none, and other texts for a known one, are not worth as much. */
const maxTexts = 2 * maxCallSites;

export function createCallSites(): CallSites {
  const known = new Map<string, CallSite>();
  const byText = new Map<string, CallSite | undefined>();
  return {
    of(header, isPlain) {
      if (byText.has(header)) return byText.get(header);
      const site = isPlain() ? parseCallSite(header) : undefined;
      const retained = site && keep(site);
      if (byText.size < maxTexts && header.length <= maxTextCharacters) byText.set(header, retained);
      return retained;
    },
    clear() {
      for (const cache of [known, byText]) cache.clear();
    },
  };

  function keep(site: CallSite): CallSite {
    const name = JSON.stringify(site);
    const same = known.get(name);
    if (same) return same;
    if (known.size >= maxCallSites) return furtherCallSites;
    known.set(name, site);
    return site;
  }
}

const maxTextCharacters = 1_000;
