import { readSettings } from '../../src/config.ts';
import { describeWorldLeaks } from '../vocabulary/world-leaks.ts';

describeWorldLeaks(readSettings({}).settings.size);
