import { Ajv } from 'ajv';

/**
 * What the schema of SARIF 2.1.0 asks of the members that the sandbox writes. A member that is missing here is one that
 * nobody compared with that schema yet, so it is an error too.
 */
const object = (properties: object, required: string[] = [], others: object = {}) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
  ...others,
});
const arrayOf = (items: object, uniqueItems = false) => ({ type: 'array', items, uniqueItems });
const text = { type: 'string', minLength: 1 };
const fromOne = { type: 'integer', minimum: 1 };
const level = { enum: ['none', 'note', 'warning', 'error'] };
const propertyBag = { type: 'object' };

const formatted = object({ text, markdown: text }, ['text']);
const rule = object(
  {
    id: text,
    shortDescription: formatted,
    fullDescription: formatted,
    help: formatted,
    defaultConfiguration: object({ level }),
    properties: propertyBag,
  },
  ['id'],
);
/** A reference of RFC 3986. */
const uri = { type: 'string', pattern: "^(?:[\\w.~:/?#@!$&'()*+,;=-]|%[0-9A-F]{2})+$" };
const region = object(
  { startLine: fromOne, startColumn: fromOne, endLine: fromOne, endColumn: fromOne },
  [],
  { dependentRequired: { startColumn: ['startLine'], endLine: ['startLine'], endColumn: ['startLine'] } },
);
const location = object({
  physicalLocation: object({ artifactLocation: object({ uri }), region }, ['artifactLocation']),
  logicalLocations: arrayOf(object({ name: { type: 'string' }, kind: text }), true),
});
const result = object(
  {
    ruleId: text,
    ruleIndex: { type: 'integer', minimum: -1 },
    level,
    message: object({ text }, ['text']),
    occurrenceCount: fromOne,
    locations: arrayOf(location),
    relatedLocations: arrayOf(location, true),
    partialFingerprints: { type: 'object', additionalProperties: text },
    suppressions: arrayOf(
      object({ kind: { enum: ['inSource', 'external'] }, justification: text }, ['kind']),
      true,
    ),
    properties: propertyBag,
  },
  ['message'],
);
const driver = object({ name: text, version: text, rules: arrayOf(rule, true) }, ['name']);
const run = object(
  {
    tool: object({ driver }, ['driver']),
    results: arrayOf(result),
    properties: propertyBag,
  },
  ['tool'],
);
const validate = new Ajv({ allErrors: true, strict: false }).compile(
  object({ $schema: uri, version: { const: '2.1.0' }, runs: arrayOf(run) }, ['version', 'runs']),
);

interface SarifLog {
  runs: {
    tool: { driver: { rules: { id: string }[] } };
    results: { ruleId: string; ruleIndex: number }[];
  }[];
}

/** The flaws of a SARIF log; empty if there is none. */
export function sarifErrors(log: string): string[] {
  const parsed = JSON.parse(log) as SarifLog;
  if (!validate(parsed)) return (validate.errors ?? []).map((each) => `${each.instancePath} ${each.message}`);
  return parsed.runs.flatMap(
    ({
      tool: {
        driver: { rules },
      },
      results,
    }) => [
      ...(new Set(rules.map(({ id }) => id)).size === rules.length ? [] : ['two rules have one id']),
      ...results.flatMap(({ ruleId, ruleIndex }) =>
        rules[ruleIndex]?.id === ruleId ? [] : [`${ruleId} is not rule ${ruleIndex}`],
      ),
    ],
  );
}
