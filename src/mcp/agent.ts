import { AdminError } from '../client/admin-error.ts';
import type { Admin } from '../client/admin-interface.ts';
import type { Key, KeyTerms } from '../client/types.ts';
import { formatCount } from '../core/count.ts';
import { toCredits, toMillicredits } from '../core/credits.ts';

/** A tool call that cannot be done: a sentence for the agent, and what it can do about it. */
export class ToolError extends Error {
  readonly more: Readonly<Record<string, unknown>>;

  constructor(message: string, more: Record<string, unknown> = {}) {
    super(message);
    this.more = more;
  }
}

/** The keys of one agent, and what they may spend together. */
export interface Agent {
  /**
   * Opens a key whose spend limit is its budget. The budgets of all keys stay within that of the agent, which its
   * operator gives; otherwise it is the budget of the first key.
   * @throws ToolError when the budget of the agent does not hold it, or it has too many keys
   */
  open(budget: number, terms: KeyTerms): Promise<Key>;
  /** The id of one of its keys, named by itself, id, label or end, or of the latest. @throws ToolError for others */
  keyId(given: string | undefined): Promise<string>;
  /** Its keys as they are now, without those that somebody else removed. */
  keys(): Promise<Key[]>;
  /** Credits that its keys may spend together; null before the first key. */
  readonly budget: number | null;
}

/** @param given the budget that the operator gives; undefined = the first key decides */
export function createAgent(admin: Pick<Admin, 'key' | 'findKey'>, given: number | undefined): Agent {
  const opened: Pick<Key, 'id' | 'key'>[] = [];
  const ids = () => opened.map(({ id }) => id).join(', ') || 'none';
  let budget = given === undefined ? undefined : thousandths(given);
  let allotted = 0;
  let opening = 0;
  const keys = async () => {
    const found = await Promise.all(opened.map(({ id }) => admin.findKey(id).catch(undefinedIfGone)));
    return found.filter((key) => key !== undefined);
  };

  return {
    async open(credits, terms) {
      const amount = thousandths(credits);
      budget ??= amount;
      if (opened.length + opening >= maxKeys)
        throw new ToolError(`You have ${maxKeys} keys already. Go on with one of them.`);
      if (allotted + amount > budget) {
        const use = opened.length === 0 ? '' : ` Go on with a key that you have: ${ids()}.`;
        throw new ToolError(overBudget(budget, budget - allotted, use));
      }
      // Set aside before anything is awaited, so that calls in parallel share one budget.
      allotted += amount;
      opening += 1;
      try {
        const key = await admin.key({ ...terms, limit: credits });
        opened.push({ id: key.id, key: key.key });
        return key;
      } catch (error) {
        allotted -= amount;
        // A first key that could not be opened does not decide the budget.
        if (allotted === 0 && given === undefined) budget = undefined;
        throw error;
      } finally {
        opening -= 1;
      }
    },
    async keyId(name = opened.at(-1)?.id) {
      if (name === undefined) throw new ToolError('No key is open. Call open_key with a budget first.');
      const own = opened.find(({ id, key }) => id === name || key === name);
      if (own) return own.id;
      // Lists show the end of a key alone.
      const named = (await keys()).filter(({ label, key }) => label === name || key === name);
      const [found, ...others] = named.map(({ id }) => id);
      if (found !== undefined && others.length === 0) return found;
      throw new ToolError(
        found === undefined
          ? `This is no key that open_key gave you, nor the id or the label of one. Yours: ${ids()}.`
          : `Several of your keys have this name: ${[found, ...others].join(', ')}. Give an id.`,
      );
    },
    keys,
    get budget() {
      return budget === undefined ? null : toCredits(budget);
    },
  };
}

/** Somebody else removed the key, or reset the sandbox. */
function undefinedIfGone(error: unknown): undefined {
  if (!(error instanceof AdminError && error.status === 404)) throw error;
}

/** Several tools look at all of them. Keys without credits would have no end otherwise. */
const maxKeys = 100;

/** The credits that a key with a spend limit can still spend. */
export const creditsLeft = ({ limit, spent, available }: Key): number => {
  const left = toCredits(Math.max(0, thousandths(limit ?? 0) - thousandths(spent)));
  return available === null ? left : Math.min(left, available);
};

function overBudget(budget: number, left: number, use: string): string {
  return `Your budget is ${formatCount(toCredits(budget), 'credit')} for all keys together, and ${formatCount(toCredits(left), 'credit is', 'credits are')} not given to a key yet.${use} Only your operator can raise the budget.`;
}

/** @throws ToolError for what is no amount of credits */
function thousandths(credits: number): number {
  const amount = toMillicredits(credits);
  if (amount === undefined) throw new ToolError('A budget is 0 to 10^12 credits with at most 3 decimals.');
  return amount;
}
