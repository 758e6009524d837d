import { type Static, Type } from '@sinclair/typebox';
import { maxFilterCharacters } from '../../core/list-filter.ts';
import { Match } from '../../core/match.ts';
import { readJson } from '../../core/read-json.ts';
import { closed } from '../../core/schema.ts';
import { isObject } from '../../core/values.ts';
import { Problem } from '../problem.ts';
import { Instant } from '../values.ts';

/** Conditions on the answer, beside the match of the request. */
const ofAnswer = {
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
  errorCode: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The `errorCode` of generation 3, the error string of generation 2.',
    }),
  ),
  decision: Type.Optional(
    Type.String({ maxLength: 60, description: 'Id of a decision on which the answer relies.' }),
  ),
  since: Type.Optional(
    Instant("Not before this instant of the caller's clock, epoch milliseconds or ISO 8601."),
  ),
};

const filter = Type.Optional(
  Type.String({
    maxLength: maxFilterCharacters,
    description:
      'Terms such as key=checkout credits>3 status=402 path~profile; lists take sort and limit too.',
  }),
);

/** Properties of a JSON body, for waits and checks. */
export const criteria = { match: Type.Optional(Match), filter, ...ofAnswer };

const CriteriaObject = Type.Object(criteria, closed);
export type Criteria = Static<typeof CriteriaObject>;

/** Query parameters, for lists and counts. The parts of a match that are objects are sent as JSON. */
export const criteriaQuery = {
  key: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'A key, its id or its label.' }),
  ),
  operation: Type.Optional(Type.String({ description: 'Such as clip/profile.' })),
  method: Type.Optional(Type.String({ pattern: '^(GET|POST)$' })),
  path: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Glob.' })),
  query: Type.Optional(Type.String({ description: 'JSON object of parameters and values, as in a match.' })),
  body: Type.Optional(
    Type.String({ description: 'JSON object of JSON pointers and values, as in a match.' }),
  ),
  status: Type.Optional(Type.String({ pattern: '^[1-5]\\d\\d$' })),
  errorCode: ofAnswer.errorCode,
  decision: ofAnswer.decision,
  since: Type.Optional(Type.String({ description: 'Epoch milliseconds or ISO 8601.' })),
  filter,
};
export const CriteriaQuery = Type.Object(criteriaQuery, closed);

/** @throws Problem 422 for `query` or `body` that is not JSON of the right form */
export function criteriaOf(parameters: Static<typeof CriteriaQuery>): Criteria {
  const { status, errorCode, decision, since, filter, query, body, method, ...match } = parameters;
  return {
    match: {
      ...match,
      ...(method !== undefined && { method: method as 'GET' | 'POST' }),
      ...(query !== undefined && { query: stringsIn('query', query) }),
      ...(body !== undefined && { body: objectIn('body', body) }),
    },
    ...(status !== undefined && { status: Number(status) }),
    ...(errorCode !== undefined && { errorCode }),
    ...(decision !== undefined && { decision }),
    ...(since !== undefined && { since }),
    ...(filter !== undefined && { filter }),
  };
}

function objectIn(name: string, text: string): Record<string, unknown> {
  try {
    const value = readJson(text);
    if (isObject(value) && Object.keys(value).length <= 20) return value;
  } catch {}
  throw new Problem(422, `'${name}' must be a JSON object with at most 20 members.`);
}

function stringsIn(name: string, text: string): Record<string, string> {
  const object = objectIn(name, text);
  if (Object.values(object).every((value) => typeof value === 'string'))
    return object as Record<string, string>;
  throw new Problem(422, `The values of '${name}' must be strings.`);
}
