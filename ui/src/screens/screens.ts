import type { FunctionComponent } from 'preact';
import type { TokenView } from '../api.ts';
import { Api } from './api.tsx';
import { BillScreen } from './bill.tsx';
import { Docs } from './docs.tsx';
import { Faults } from './faults.tsx';
import { Live } from './live.tsx';
import { Money } from './money.tsx';
import { Report } from './report.tsx';
import type { ScreenProps } from './screen.ts';
import { State } from './state.tsx';
import { World } from './world.tsx';

interface Screen {
  id: string;
  title: string;
  /** The call without which there is nothing to show. */
  needs?: string;
  Screen: FunctionComponent<ScreenProps>;
}

const screens: readonly Screen[] = [
  { id: 'live', title: 'Live', Screen: Live },
  { id: 'money', title: 'Keys and money', Screen: Money },
  { id: 'faults', title: 'Faults', Screen: Faults },
  { id: 'world', title: 'World', Screen: World },
  { id: 'report', title: 'Report', needs: 'GET /report', Screen: Report },
  { id: 'bill', title: 'Bill', needs: 'GET /bill', Screen: BillScreen },
  { id: 'api', title: 'API', Screen: Api },
  { id: 'state', title: 'State', needs: 'PUT /snapshots/:name', Screen: State },
  { id: 'docs', title: 'Docs', Screen: Docs },
];

/** The screens that have something to show to a token; all of them until it is known. */
export const allowedScreens = (caller: TokenView | undefined): readonly Screen[] =>
  screens.filter(({ needs }) => needs === undefined || !caller?.refused.includes(needs));
