import { afterAll } from 'vitest';
import { closeAll } from './browser.ts';

afterAll(closeAll);
