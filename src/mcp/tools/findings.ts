import { Type } from '@sinclair/typebox';
import { formatCount } from '../../core/count.ts';
import { roundedCredits } from '../../core/credits.ts';
import { nearestHint } from '../../core/nearest.ts';
import { creditsLeft, ToolError } from '../agent.ts';
import { remedyOf } from '../remedies.ts';
import { closedObject, defineTool, OptionalText, operationText } from './tool.ts';

export const explain = defineTool({
  name: 'explain',
  title: 'Explain a reply by its trace id',
  description:
    'Says why a request was refused, or what an answered one relied on: the request as it was sent, whether the refusal was earned or forced, the remedy, and the behaviours that the specification of the service leaves open. For a search in words: how each part of the description was read, as which filter, and what was left over.',
  readOnly: true,
  input: closedObject({
    traceId: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The traceId of the reply.',
    }),
  }),
  output: closedObject({
    outcome: Type.String({ description: 'One sentence.' }),
    remedy: Type.Optional(Type.String()),
    notes: Type.Array(Type.String(), {
      description:
        'Remarks, such as how each part of a description in words was read, and what was not understood.',
    }),
    request: Type.Unknown(),
    key: Type.Optional(Type.Unknown({ description: 'The key that asked, as it is now.' })),
    reliesOn: Type.Array(Type.Object({ id: Type.String(), what: Type.String(), tag: Type.String() })),
  }),
  async run({ traceId }, { admin }) {
    const request = (await admin.requests()).findLast((each) => each.traceId === traceId);
    if (!request)
      throw new ToolError(
        'The journal has no request with this trace id. It keeps the latest 1,000 of each key; replies of generation 2 have none.',
      );
    const { status, errorCode, injected, credits, key: keyId, notes } = request;
    const remedy = errorCode === null ? undefined : remedyOf(errorCode);
    const decisions = request.decisions.length === 0 ? [] : await admin.decisions();
    const key = keyId === null ? undefined : await admin.findKey(keyId).catch(() => undefined);
    return {
      outcome:
        errorCode === null && status < 400
          ? `Answered with ${status} and charged ${formatCount(credits, 'credit')}.`
          : `Refused with ${errorCode === null ? status : `${status} ${errorCode}`}, ${injected === null ? 'earned by the request, its key or its account' : `forced by ${injected}`}; ${formatCount(credits, 'credit was', 'credits were')} charged. ${notes.join(' ')}`.trimEnd(),
      ...(remedy !== undefined && {
        remedy: injected === null ? remedy : `A test forced it. Where the service answers so: ${remedy}`,
      }),
      notes,
      request,
      ...(key && { key }),
      reliesOn: decisions
        .filter(({ id }) => request.decisions.includes(id))
        .map(({ id, what, tag }) => ({ id, what, tag })),
    };
  },
});

export const journal = defineTool({
  name: 'journal',
  title: 'Read the journal',
  description:
    'Lists recorded requests, the newest last: those of your keys and of the programs that call this sandbox. It shows ids of keys, never keys.',
  readOnly: true,
  input: closedObject({
    key: OptionalText(200, 'A key, its id or its label; all when absent.'),
    operation: OptionalText(100, operationText),
    status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
    errorCode: Type.Optional(Type.String({ maxLength: 100 })),
    filter: OptionalText(2000, 'Further terms, such as credits>3 path~profile sort=-credits.'),
    newest: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 200,
        description: 'The largest number of requests; 20 when absent.',
      }),
    ),
  }),
  output: closedObject({
    matching: Type.Integer({ description: 'The number of requests that match in all.' }),
    requests: Type.Array(Type.Unknown()),
  }),
  async run({ newest = 20, ...filter }, { admin }) {
    const { filter: terms = '' } = filter;
    // An order or a limit of the agent's own decides which requests these are.
    if (/\b(sort|limit)\b/.test(terms)) {
      const requests = await admin.requests(filter);
      return { matching: requests.length, requests: requests.slice(-newest) };
    }
    // To read the whole journal takes hundreds of milliseconds.
    const [matching, requests] = await Promise.all([
      admin.count(filter),
      admin.requests({ ...filter, filter: `${terms} sort=-id limit=${newest}` }),
    ]);
    return { matching, requests: requests.reverse() };
  },
});

export const receipt = defineTool({
  name: 'receipt',
  title: 'Read the receipt',
  description:
    'Says what was paid: your budget and what is left of it, the calls and credits of every key and operation of the sandbox, credits that bought nothing (waste), and client rules of the contract that were broken.',
  readOnly: true,
  input: closedObject({}),
  output: closedObject({
    budget: Type.Union([Type.Number(), Type.Null()], {
      description: 'The budget of all your keys together.',
    }),
    spent: Type.Number({ description: 'Credits that your keys spent.' }),
    keys: Type.Array(
      Type.Object({ id: Type.String(), budget: Type.Number(), spent: Type.Number(), left: Type.Number() }),
    ),
    sandbox: Type.Unknown({ description: 'Calls, credits and refusals: in all, by key, by operation.' }),
    waste: Type.Array(Type.Unknown()),
    clientRules: Type.Array(Type.Unknown()),
  }),
  async run(_none, { admin, agent }) {
    const [report, keys] = await Promise.all([admin.report(), agent.keys()]);
    return {
      budget: agent.budget,
      spent: roundedCredits(keys.reduce((sum, { spent }) => sum + spent, 0)),
      keys: keys.map((key) => ({
        id: key.id,
        budget: key.limit ?? 0,
        spent: key.spent,
        left: creditsLeft(key),
      })),
      sandbox: report.receipt,
      waste: report.waste,
      clientRules: report.clientRules,
    };
  },
});

const OutcomeNames = Type.Array(Type.String(), { description: 'Such as 402 INSUFFICIENT_CREDITS.' });

export const coverage = defineTool({
  name: 'coverage',
  title: 'Read the coverage',
  description:
    'Says which refusals and outcomes the requests have met so far, and which never: for the operations that were called, or for one.',
  readOnly: true,
  input: closedObject({
    operation: OptionalText(100, 'All that were called when absent.'),
  }),
  output: closedObject({
    met: Type.Integer({ description: 'Outcomes met of the whole contract.' }),
    total: Type.Integer(),
    operations: Type.Array(
      Type.Object({ operation: Type.String(), met: OutcomeNames, missing: OutcomeNames }),
    ),
  }),
  async run({ operation }, { admin }) {
    const { coverage, receipt } = await admin.report();
    const cells = Map.groupBy(coverage.cells, (cell) => cell.operation);
    if (operation !== undefined && !cells.has(operation))
      throw new ToolError(
        `There is no operation ${JSON.stringify(operation)}${nearestHint(operation, [...cells.keys()])}.`,
      );
    const shown = operation === undefined ? receipt.byOperation.map((each) => each.operation) : [operation];
    return {
      met: coverage.met,
      total: coverage.total,
      operations: shown
        .filter((each) => each !== null)
        .map((each) => {
          const { true: met = [], false: missing = [] } = Object.groupBy(cells.get(each) ?? [], (cell) =>
            cell.earned + cell.injected > 0 ? 'true' : 'false',
          );
          return { operation: each, met: met.map(cellText), missing: missing.map(cellText) };
        }),
    };
  },
});

const cellText = ({ status, code }: { status: number; code: string }): string => `${status} ${code}`;
