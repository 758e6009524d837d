import type { FunctionComponent } from 'preact';
import { Api } from './api.tsx';
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
  Screen: FunctionComponent<ScreenProps>;
}

export const screens: readonly Screen[] = [
  { id: 'live', title: 'Live', Screen: Live },
  { id: 'money', title: 'Keys and money', Screen: Money },
  { id: 'faults', title: 'Faults', Screen: Faults },
  { id: 'world', title: 'World', Screen: World },
  { id: 'report', title: 'Report', Screen: Report },
  { id: 'api', title: 'API', Screen: Api },
  { id: 'state', title: 'State', Screen: State },
  { id: 'docs', title: 'Docs', Screen: Docs },
];
