import { plainParameter } from '../core/handles.ts';
import { isObject } from '../core/values.ts';
import { type Difference, describeValue, differenceIfAny } from './difference.ts';
import { type ExchangeRequest, givenIn, operationAt } from './exchange.ts';

type Json = Readonly<Record<string, unknown>>;

/** Where a reply does not fit its request: the subject of a look-up, the filters and the order of a search. */
export function requestDifferences(request: ExchangeRequest, data: unknown): Difference[] {
  if (!isObject(data)) return [];
  const given = givenIn(request);
  return [
    ...Object.entries(echoedIds).flatMap(([name, records]) =>
      records.flatMap((record) => echoDifferences(request, name, record, data)),
    ),
    ...listsIn(data).flatMap(([name, items]) => [
      ...filterDifferences(`/data/${name}`, items, given['filters']),
      ...orderDifferences(`/data/${name}`, items, given),
    ]),
    ...submittedDifferences(given, data),
    ...lengthDifferences(given, data),
  ];
}

/** Records that repeat the id of the request; '' is the data itself. */
const echoedIds: Readonly<Record<string, readonly string[]>> = {
  uniqueId: [''],
  channelId: [''],
  videoId: [''],
  clipId: ['basicClip'],
  gramId: ['basicGram'],
  tubeId: ['basicTube'],
};

function echoDifferences(request: ExchangeRequest, name: string, record: string, data: Json): Difference[] {
  const reported = record === '' ? data : data[record];
  const [asked, id] = [givenIn(request)[name], isObject(reported) ? reported[name] : undefined];
  if (typeof asked !== 'string' || typeof id !== 'string') return [];
  const plain = (text: string) => plainParameter(operationAt(request.path), name, text);
  const place = ['/data', record, name].filter((step) => step !== '').join('/');
  return plain(asked) === plain(id) ? [] : differenceIfAny('invariant', place, asked, id);
}

const listsIn = (data: Json): [string, Json[]][] =>
  ['creatorList', 'contentList', 'sponsors'].flatMap((name): [string, Json[]][] => {
    const list = data[name];
    return Array.isArray(list) ? [[name, list.filter(isObject)]] : [];
  });

/** Checks filters by a number that items show. Not instants: a filter gives them as ages. */
function filterDifferences(at: string, items: readonly Json[], filters: unknown): Difference[] {
  return (Array.isArray(filters) ? filters.filter(isObject) : []).flatMap(({ filterName, op, value }) => {
    const name = String(filterName);
    const holds = { '>': (a: number, b: number) => a > b, '<': (a: number, b: number) => a < b }[String(op)];
    if (!holds || typeof value !== 'number' || name === 'publishTime') return [];
    const n = items.findIndex((item) => typeof item[name] === 'number' && !holds(item[name], value));
    return n < 0
      ? []
      : [
          {
            kind: 'invariant',
            place: `${at}/${n}/${name}`,
            expected: `${op} ${value}`,
            actual: describeValue(items[n]?.[name]),
          },
        ];
  });
}

/** Checks an order by a number that items show; ascending unless `desc` is true. */
function orderDifferences(at: string, items: readonly Json[], { sortBy, desc }: Json): Difference[] {
  const values = items.map((item) => item[String(sortBy)]);
  if (!values.every((value) => typeof value === 'number')) return [];
  const falls = desc === true || desc === 'true';
  const n = values.findIndex((value, index) => {
    const before = values[index - 1] ?? value;
    return falls ? value > before : value < before;
  });
  return n < 0
    ? []
    : [
        {
          kind: 'invariant',
          place: `${at}/${n}/${sortBy}`,
          expected: `at ${falls ? 'most' : 'least'} ${values[n - 1]}`,
          actual: describeValue(values[n]),
        },
      ];
}

/** A submission has one result for each id that was sent. */
function submittedDifferences(given: Json, { results }: Json): Difference[] {
  const ids = given['uniqueIds'] ?? given['channelIds'];
  return Array.isArray(ids) && Array.isArray(results)
    ? differenceIfAny('invariant', '/data/results length', ids.length, results.length)
    : [];
}

/** A reply has at most as many days and items as the request selects (contract 4.3(6)). */
function lengthDifferences({ fields, pastDayRange }: Json, data: Json): Difference[] {
  const most = {
    ...(isObject(fields) && fields),
    ...(pastDayRange !== undefined && { histories: Number(pastDayRange) }),
  };
  return Object.entries(most).flatMap(([name, count]): Difference[] => {
    const list = data[name];
    const atMost = Number(count ?? 0);
    if (!Array.isArray(list) || list.length <= atMost) return [];
    return [
      {
        kind: 'invariant',
        place: `/data/${name} length`,
        expected: `at most ${atMost}`,
        actual: String(list.length),
      },
    ];
  });
}
