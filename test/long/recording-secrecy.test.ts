import { it } from 'vitest';
import { expectNoCanaries } from '../recording/canaries.ts';

const services = Number(process.env['RECORDING_SERVICES'] ?? 1_000);
const first = Number(process.env['RECORDING_SEED'] ?? 1);

it('writes and prints no text, name, identifier, count or key of a service', async () => {
  await expectNoCanaries(Array.from({ length: services }, (_, n) => first + n));
}, 3_600_000);
