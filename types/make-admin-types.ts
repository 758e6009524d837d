import { writeFileSync } from 'node:fs';
import { adminTypes } from './admin-types.ts';

/** Writes the types of the admin surface, which the library's client uses. */
writeFileSync(new URL('../src/admin/types.ts', import.meta.url), await adminTypes());
