import { readSettings } from '../../src/core/settings.ts';
import { describeWorldLeaks } from '../service/vocabulary/world-leaks.ts';

describeWorldLeaks(readSettings({}).settings.size);
