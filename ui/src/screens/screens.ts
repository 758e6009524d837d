import type { FunctionComponent } from 'preact';
import { Api } from './api.tsx';
import { Faults } from './faults.tsx';
import { Keys } from './keys.tsx';
import { Report } from './report.tsx';
import { Requests } from './requests.tsx';
import type { ScreenProps } from './screen.ts';
import { World } from './world.tsx';

interface Screen {
  id: string;
  title: string;
  Screen: FunctionComponent<ScreenProps>;
}

export const screens: readonly Screen[] = [
  { id: 'requests', title: 'Requests', Screen: Requests },
  { id: 'keys', title: 'Keys', Screen: Keys },
  { id: 'faults', title: 'Faults', Screen: Faults },
  { id: 'world', title: 'World', Screen: World },
  { id: 'report', title: 'Report', Screen: Report },
  { id: 'api', title: 'API', Screen: Api },
];
