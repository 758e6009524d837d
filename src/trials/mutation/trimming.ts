import { type CallSite, formatCallSite } from '../../core/call-site.ts';
import { isFractional } from '../../core/operations.ts';
import { compareTexts } from '../../core/order.ts';
import { partNames } from '../../core/prices.ts';
import { priceLookup, type Selection, selectParts } from '../../core/selection.ts';
import { isObject } from '../../core/values.ts';
import type { ReplyContext, ReplyRewriter, UnsentReply } from '../../service/http/reply-rewriter.ts';
import { dataOf, withData } from './envelope.ts';

/** The `fields` of a request: names of whole fields, or numbers of items by list (contract 4.3). */
export type Fields = readonly string[] | Readonly<Record<string, number>>;

/**
 * A place in a client from which it calls an operation, as far as the sandbox can tell: by the shape of the request, and
 * by its line where a header names it.
 */
export interface TrimmableSite {
  readonly id: string;
  readonly operation: string;
  /** Their names, sorted; with the value of `fields` where it is sent. */
  readonly parameters: string;
  readonly form: 'array' | 'object';
  readonly callSite?: CallSite;
  /** The fields that it gets now: names, or the items of each list in the longest reply. */
  readonly whole: Fields;
  /** Calls in the run that was watched. */
  readonly calls: number;
  /** The price of those calls as they were sent, and with other `fields`; credits. */
  cost(fields?: Fields): number;
}

/** Watches which look-ups a command makes that could be made with fewer `fields`. */
export function watchSites(): {
  readonly rewriter: ReplyRewriter;
  sites(): readonly TrimmableSite[];
  /** The price of all calls, also of those that are sold whole only; credits. */
  credits(): number;
} {
  let charged = 0;
  const found = new Map<
    string,
    {
      context: ReplyContext;
      form: 'array' | 'object';
      replies: Map<object, number>;
      calls: number;
      paid: number;
      known: Map<string, object>;
    }
  >();
  return {
    rewriter: {
      rewrite(unsent, context) {
        charged += context.call.charged ?? 0;
        const id = siteOf(context);
        const data = dataOf(unsent);
        const { operation } = context;
        if (!isObject(data) || !isFractional(operation)) return unsent;
        const entry = found.get(id) ?? {
          context,
          form: operation.fields,
          replies: new Map(),
          calls: 0,
          paid: 0,
          known: new Map(),
        };
        found.set(id, entry);
        entry.calls += 1;
        entry.paid += context.call.charged ?? 0;
        const text = JSON.stringify(data);
        const known = entry.known.get(text) ?? data;
        entry.known.set(text, known);
        entry.replies.set(known, (entry.replies.get(known) ?? 0) + 1);
        return unsent;
      },
    },
    credits: () => charged / 1000,
    sites: () =>
      [...found]
        .sort(([one], [other]) => compareTexts(one, other))
        .map(([id, { context, form, replies, calls, paid }]) => {
          const { operation, deps, call, callSite } = context;
          return {
            id,
            operation: operation.id,
            parameters: parametersOf(context),
            form,
            ...(callSite && { callSite }),
            whole: wholeFields(context, form, [...replies.keys()]),
            calls,
            cost: (fields) => {
              if (!fields) return paid / 1000;
              const selection = selectionOf(fields);
              let sum = 0;
              for (const [data, times] of replies)
                sum +=
                  times *
                  priceLookup(
                    deps.prices.at(call.now),
                    operation.id,
                    selection,
                    selectParts(data, selection),
                  );
              return sum / 1000;
            },
          };
        }),
  };
}

/** Gives sites only these fields, as if they had asked for them. Credits stay as they are. */
export const replyTrimming = (fields: ReadonlyMap<string, Fields>): ReplyRewriter => ({
  rewrite(unsent: UnsentReply, context: ReplyContext) {
    const only = fields.get(siteOf(context));
    const data = dataOf(unsent);
    return only && isObject(data) ? withData(unsent, selectParts(data, selectionOf(only))) : unsent;
  },
});

/** Sells sites only these fields, as if they had asked for them. */
export const sellingOnly = (fields: ReadonlyMap<string, Fields>): ReplyRewriter => ({
  rewrite: (unsent) => unsent,
  selectionFor(context) {
    const only = fields.get(siteOf(context));
    return only && selectionOf(only);
  },
});

function siteOf(context: ReplyContext): string {
  const { operation, callSite } = context;
  return `${operation.id} ${parametersOf(context)}${callSite ? ` ${formatCallSite(callSite)}` : ''}`;
}

function parametersOf({ given }: ReplyContext): string {
  const parameters = isObject(given) ? given : {};
  const names = Object.keys(parameters).sort();
  return names
    .map((name) => (name === 'fields' ? `fields=${JSON.stringify(parameters[name])}` : name))
    .join(', ');
}

function wholeFields(
  { operation }: ReplyContext,
  form: 'array' | 'object',
  replies: readonly object[],
): Fields {
  const names = partNames(operation.id).filter((name) => replies.some((data) => name in data));
  if (form === 'array') return names;
  const longest = (name: string) =>
    Math.max(
      0,
      ...replies.map(
        (data) => ((data as Record<string, unknown>)[name] as unknown[] | undefined)?.length ?? 0,
      ),
    );
  return Object.fromEntries(names.map((name) => [name, longest(name)]));
}

const selectionOf = (fields: Fields): Selection =>
  Array.isArray(fields)
    ? { form: 'array', names: new Set(fields as readonly string[]) }
    : { form: 'object', counts: new Map(Object.entries(fields)) };
