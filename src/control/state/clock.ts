import { type Static, Type } from '@sinclair/typebox';
import type { ClockSetting } from '../../core/clock.ts';
import { toCredits } from '../../core/credits.ts';
import type { Deps } from '../../http/deps.ts';
import type { Scope } from '../../http/scope.ts';
import type { Renewal } from '../../ledger/ledger.ts';
import { namedKey } from '../keys/named-key.ts';
import { Problem } from '../problem.ts';
import { Choice, closed } from '../route-docs.ts';
import { Duration, Instant, instant, milliseconds } from '../times.ts';

const key = Type.Optional(
  Type.String({ minLength: 1, description: "A key or its id: only its account's clock." }),
);

const mode = Choice(['real', 'frozen', 'offset', 'scaled']);

const ClockChange = Type.Object(
  {
    mode,
    at: Type.Optional(Instant('Epoch milliseconds or ISO 8601; the present instant when absent.')),
    offset: Type.Optional(Duration('Milliseconds, or a duration such as 31d or -2h.')),
    scale: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e6, description: 'Times as fast.' })),
    key,
  },
  closed,
);

const ClockAdvance = Type.Object(
  {
    by: Duration('Milliseconds, or a duration such as 31d.'),
    key,
  },
  closed,
);

const reading = {
  mode,
  at: Type.Optional(Type.Integer()),
  offset: Type.Optional(Type.Integer({ description: 'Milliseconds.' })),
  scale: Type.Optional(Type.Number()),
  now: Type.Integer({ description: 'Epoch milliseconds.' }),
};
const ClockView = Type.Object(reading, closed);

const ClockMoved = Type.Object(
  {
    ...reading,
    ran: Type.Array(
      Type.Object(
        {
          what: Type.Literal('renewal'),
          account: Type.String(),
          at: Type.Integer(),
          credits: Type.Number({ description: 'Of the plan that came back.' }),
        },
        closed,
      ),
      { description: 'What fell due, in order.' },
    ),
  },
  closed,
);

/** Reading, setting and moving the clock, of the whole sandbox or of one account. */
export function clock(app: Scope, deps: Deps): void {
  const { clock, ledger } = deps;
  app.get('/clock', { config: { summary: 'The clock of the sandbox.', answer: ClockView } }, () => view());

  app.put(
    '/clock',
    {
      schema: { body: ClockChange },
      config: {
        summary: 'Sets the clock, of the whole sandbox or of one account, and says what fell due.',
        answer: ClockMoved,
        problems: [404, 422],
      },
    },
    async ({ body }) => {
      if (body.key === undefined) {
        clock.set(settingOf(body));
        return { ...view(), ran: await renewed() };
      }
      if (body.mode !== 'real' && body.mode !== 'offset')
        throw new Problem(422, `The clock of one account can be real or offset, not ${body.mode}.`);
      const offset = body.mode === 'real' ? 0 : milliseconds('offset', body.offset);
      return moved(body.key, () => offset);
    },
  );

  app.post(
    '/clock/advance',
    {
      schema: { body: ClockAdvance },
      config: {
        summary: 'Moves the clock forwards and says what fell due. A real clock becomes an offset one.',
        answer: ClockMoved,
        problems: [404, 422],
      },
    },
    async ({ body }) => {
      const by = milliseconds('by', body.by);
      if (by < 0) throw new Problem(422, 'A clock advances forwards; PUT sets it back.');
      if (body.key !== undefined) return moved(body.key, (before) => before + by);
      instant('by', clock.now() + by);
      clock.advance(by);
      return { ...view(), ran: await renewed() };
    },
  );

  const view = () => ({ ...clock.setting, now: clock.now() });

  /** What fell due: renewals, in the order of their instants. */
  const renewed = async (now = clock.now(), name?: string) => (await ledger.renew(now, name)).map(renewal);

  async function moved(name: string, offsetAfter: (before: number) => number) {
    const before = await namedKey(deps, name);
    const clockOffsetMs = milliseconds('offset', offsetAfter(before.clockOffsetMs));
    const ran = await renewed(clock.now() + clockOffsetMs - before.clockOffsetMs, before.id);
    await ledger.keys.change(before.id, { clockOffsetMs }, clock.now());
    return { mode: 'offset', offset: clockOffsetMs, now: clock.now() + clockOffsetMs, ran };
  }

  function settingOf({ mode, at, offset, scale }: Static<typeof ClockChange>): ClockSetting {
    switch (mode) {
      case 'real':
        return { mode };
      case 'frozen':
        return { mode, at: at === undefined ? clock.now() : instant('at', at) };
      case 'offset':
        return { mode, offset: milliseconds('offset', offset) };
      case 'scaled':
        if (scale === undefined) throw new Problem(422, 'A scaled clock needs its scale.');
        return { mode, scale, ...(at !== undefined && { at: instant('at', at) }) };
    }
  }
}

const renewal = ({ account, at, credits }: Renewal) => ({
  what: 'renewal',
  account,
  at,
  credits: toCredits(credits),
});
