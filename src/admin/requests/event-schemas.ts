import { type TObject, Type } from '@sinclair/typebox';
import { closed, namedSchema, nullable } from '../../core/schema.ts';
import { RequestView } from './request-view.ts';

const {
  id,
  at,
  realAt,
  key,
  operation,
  method,
  status,
  errorCode,
  credits,
  durationMs,
  injected,
  notes,
  decisions,
  callSite,
} = RequestView.properties;

const RequestData = Type.Object(
  {
    id,
    key,
    label: nullable(Type.String({ description: 'The name of the key in the report; null without one.' })),
    operation,
    method,
    url: Type.String({ description: 'Path and query.' }),
    about: nullable(
      Type.String({
        description:
          'The creators that it names, its filters or its description, in a few words; null if it has none.',
      }),
    ),
    status,
    errorCode,
    credits,
    injected,
    at,
    realAt,
    durationMs,
    notes,
    decisions,
    callSite,
  },
  closed,
);

const account = Type.String();

const ChargeData = Type.Object(
  {
    account,
    key: nullable(Type.String({ description: 'Id of the key.' })),
    operation,
    at: Type.Integer({ description: "Epoch milliseconds on the account's clock." }),
    credits: Type.Number(),
    traceId: nullable(Type.String()),
  },
  closed,
);

const RenewalData = Type.Object(
  { account, at: ChargeData.properties.at, credits: Type.Number({ description: 'Credits of the plan.' }) },
  closed,
);

const FaultData = Type.Object(
  {
    by: Type.String({ description: 'The fault rule or header that forced the answer.' }),
    key,
    operation,
    request: Type.Integer({ description: 'Id of the request.' }),
  },
  closed,
);

const LostData = Type.Object(
  { events: Type.Integer({ description: 'The number of events that this reader was too slow for.' }) },
  closed,
);

const event = <Name extends string, Data extends TObject>(name: Name, data: Data) =>
  Type.Object({ event: Type.Literal(name), data }, closed);

/** An event of the stream. */
export const StreamedEvent = namedSchema(
  'SandboxEvent',
  Type.Union([
    event('request', RequestData),
    event('charge', ChargeData),
    event('renewal', RenewalData),
    event('fault', FaultData),
    event('lost', LostData),
  ]),
);
