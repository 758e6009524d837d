import { compilePointer } from '../../core/json-values.ts';
import { shortenedText } from '../../core/values.ts';
import type { Criteria } from './criteria.ts';
import type { RequestView } from './request-view.ts';

/** The criteria in words: `operation clip/profile, query.uniqueId "a"`. */
export function criteriaInWords({ match = {}, filter: _, ...ofAnswer }: Criteria): string {
  const { query = {}, body = {}, ...rest } = match;
  const terms = [
    ...Object.entries({ ...rest, ...ofAnswer }),
    ...Object.entries(query).map(([name, value]) => [`query.${name}`, quoted(value)] as const),
    ...Object.entries(body).map(([pointer, value]) => [`body${pointer}`, quoted(value)] as const),
  ];
  return terms.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`])).join(', ');
}

/** One criterion that a request does not meet: `query.uniqueId is "b", not "a"`. */
export function differenceInWords(
  name: string,
  { match = {}, ...ofAnswer }: Criteria,
  request: RequestView,
): string {
  if (name.startsWith('query.')) {
    const parameter = name.slice('query.'.length);
    return isNot(name, quoted(request.query[parameter]), quoted(match.query?.[parameter]));
  }
  if (name.startsWith('body')) {
    const pointer = name.slice('body'.length);
    if (request.bodyCut) return `${name} is not known: the journal has cut the body`;
    return isNot(name, quoted(compilePointer(pointer)(request.body)), quoted(match.body?.[pointer]));
  }
  if (name === 'since') return `it came at ${new Date(request.at).toISOString()}, before ${ofAnswer.since}`;
  if (name === 'decision') return `it does not rely on the decision ${ofAnswer.decision}`;
  const { [name as 'status']: found } = request;
  const { [name as 'status']: wanted } = { ...match, ...ofAnswer };
  return isNot(name, String(found ?? 'absent'), String(wanted));
}

const isNot = (name: string, found: string, wanted: string): string => `${name} is ${found}, not ${wanted}`;

const quoted = (value: unknown): string =>
  value === undefined ? 'absent' : shortenedText(JSON.stringify(value) ?? String(value));
