import { readFileSync } from 'node:fs';

/** A description and what it means: one of several sets of parts for each place, or `refuse`. */
interface Brief {
  id: string;
  text: string;
  platform: string;
  meaning: 'refuse' | string[][];
}

/** How a reading of a brief compares with its meaning. */
export type Verdict = 'full' | 'refused' | 'partly' | 'silent' | 'opposite';

/** Reads a file of briefs; its head explains the notation. */
export const readBriefs = (file: URL): Brief[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^[a-z]{2}-\d/.test(line))
    .map((line) => {
      const parts = line.split(' | ');
      const [id = '', ...rest] = parts;
      const meaning = rest.pop() ?? '';
      const platform = rest.pop() ?? '';
      return {
        id,
        text: rest.join(' | '),
        platform,
        meaning:
          meaning === 'refuse' ? meaning : meaning.split('; ').map((part) => part.split('~').map(tidied)),
      };
    });

/** A part with its list in order. */
const tidied = (part: string): string => {
  const [, name = '', values = ''] = /^(-?[A-Z]+):(.*)$/.exec(part) ?? [];
  return values === '' ? part : `${name}:${values.split(',').toSorted().join(',')}`;
};

const names: Readonly<Record<string, string>> = {
  niches: 'N',
  topics: 'N',
  country: 'C',
  mainLanguage: 'L',
  totalFollowers: 'F',
  totalSubscribers: 'F',
  avgRecentVideosViews: 'V',
  avgRecentReelsViews: 'V',
  avgRecentShortsViews: 'SV',
  medianRecentVideosViews: 'MV',
  medianRecentReelsViews: 'MV',
  avgRecentVideosLikes: 'K',
  avgRecentReelsLikes: 'K',
  avgRecentVideosComments: 'M',
  avgRecentReelsComments: 'M',
  avgRecentVideosEngagementRate: 'ER',
  avgRecentReelsEngagementRate: 'ER',
  followerGrowthIn30d: 'G',
  subscriberGrowthIn30d: 'G',
  totalContents: 'T',
  contentsIn30Days: 'P',
  mainAudienceGender: 'AG',
  mainAudienceAge: 'AA',
  mainAudienceLocation: 'AL',
  audienceFemaleRatio: 'AF',
  audienceMaleRatio: 'AM',
  hashtags: 'H',
};

/** A filter of the notation in `shown.ts`, in that of the briefs. */
const brief = (filter: string, meant: ReadonlySet<string>): string => {
  if (filter.startsWith('not ')) {
    const inner = filter.slice(4).split(' & ');
    // no figure above 10 is a figure of 10 at most
    const [, name = '', op = '', value = ''] = /^(\S+) ([<>]) (\S+)$/.exec(filter.slice(4)) ?? [];
    const short = names[name] ?? name;
    const turned = op === '>' ? '<' : '>';
    const beyond = `${short}${turned}${Number(value) + (op === '>' ? 1 : -1)}`;
    const other = [`${short}${turned}=${value}`, beyond].find((each) => meant.has(each));
    if (other) return other;
    return `-${inner.map((each) => brief(each, meant)).join('&')}`;
  }
  const [, name = '', op = '', value = ''] = /^(\S+) (\S+) (.*)$/s.exec(filter) ?? [];
  if (name === 'isAccountVerified') return value === 'true' ? 'VER+' : 'VER-';
  if (name === 'hasSponsors') return value === 'true' ? 'SP+' : 'SP-';
  if (name === 'lastPublishTime') return `D${op === '>' ? '<' : '>'}${value.slice(1, -1)}`;
  const short = names[name] ?? name;
  if (op === '=' || op === 'in') {
    const values = value.split(',').map((each) => each.replace(/^id_(\w+?)_\w+$/, '$1'));
    return `${short}:${values.toSorted().join(',')}`;
  }
  const step = /^(ER|G|AF|AM)$/.test(short) ? 0.0001 : 1;
  const inclusive = `${short}${op}=${Math.round((Number(value) + (op === '>' ? step : -step)) * 1e4) / 1e4}`;
  const exclusive = `${short}${op}${value}`;
  return meant.has(inclusive) ? inclusive : exclusive;
};

/** Excluded texts one by one: `-N:gaming,tech` is `-N:gaming` and `-N:tech`. */
const apart = (part: string): string[] => {
  const [, name = '', values = ''] = /^(-[A-Z]+):([^&]*)$/.exec(part) ?? [];
  return values === '' ? [part] : values.split(',').map((value) => `${name}:${value}`);
};

interface Shown {
  platform: string;
  filters: string;
  order?: string;
  count?: number;
  refused?: boolean;
}

/** The parts of a reading that its meaning lacks, and those of the meaning that it lacks. */
export function compareBrief(
  { platform, meaning }: Brief,
  read: Shown,
): { verdict: Verdict; lacking: string[]; extra: string[] } {
  if (meaning === 'refuse' || read.refused)
    return {
      verdict: read.refused ? (meaning === 'refuse' ? 'full' : 'refused') : 'silent',
      lacking: [],
      extra: read.refused ? [] : [read.filters],
    };
  const known = new Set(meaning.flat().flatMap(apart));
  const found = [
    ...(read.filters === '' ? [] : read.filters.split('; '))
      .map((filter) => brief(filter, known))
      .flatMap(apart),
    ...(read.order === undefined ? [] : [`O:${read.order}`]),
    ...(read.count === undefined ? [] : [`X:${read.count}`]),
  ];
  const wanted = meaning
    .flatMap((any) => (any.length === 1 ? any.flatMap(apart).map((each) => [each]) : [any.flatMap(apart)]))
    .filter((any) => !(any.length === 1 && any[0] === 'X:20'));
  const lacking = wanted
    .filter(
      (any) => !any.includes('none') && !any.includes('O:none') && !any.some((each) => found.includes(each)),
    )
    .map((any) => any.join('~'));
  const extra = found.filter((each) => !known.has(each));
  if (platform !== '?' && !platform.includes(read.platform)) extra.push(read.platform);
  return { verdict: verdictOf(lacking, extra), lacking, extra };
}

function verdictOf(lacking: readonly string[], extra: readonly string[]): Verdict {
  if (lacking.length === 0 && extra.length === 0) return 'full';
  const bare = (part: string) => part.replace(/^-/, '').replace(/[<>]=?.*/, '');
  // `not below` is above
  const isBelow = (part: string) => part.includes('<') !== part.startsWith('-');
  const isOpposite = extra.some((part) =>
    lacking.some((other) =>
      /[<>]/.test(part)
        ? bare(part) === bare(other) && isBelow(part) !== isBelow(other)
        : /^(VER|SP)/.test(part)
          ? part.slice(0, -1) === other.slice(0, -1)
          : bare(part) === bare(other) && part.startsWith('-') !== other.startsWith('-'),
    ),
  );
  if (isOpposite) return 'opposite';
  // a number, a comparison or a negation that is lost or another one
  return [...lacking, ...extra].some((part) => /[<>]|^-|^[XG]|[+-]$/.test(part)) ? 'silent' : 'partly';
}
