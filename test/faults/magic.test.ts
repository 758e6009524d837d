import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../src/core/operations.ts';
import { isReservedName } from '../../src/core/reserved-names.ts';
import { findMagic } from '../../src/faults/magic.ts';
import { generationOf, operationOf } from '../generations.ts';

const error = (status: number) => ({ outcome: { status } });
const slow = (waitMs: number, substitute: Record<string, string>) => ({ waitMs, substitute });
const channelId = 'UCslow000000000000000000';

describe('magic identifiers', () => {
  it.each<[OperationId, Record<string, unknown>, object | undefined]>([
    ['clip/profile', { uniqueId: 'sandbox-error-503' }, error(503)],
    ['clip/profile', { uniqueId: '@sandbox_error_404' }, error(404)],
    ['clip/profile', { uniqueId: 'sandbox-slow-0' }, slow(0, { uniqueId: 'slow' })],
    ['clip/profile', { uniqueId: 'sandbox-slow-60000' }, slow(60_000, { uniqueId: 'slow' })],
    ['clip/profile', { uniqueId: 'sandbox-slow-60001' }, undefined],
    ['clip/profile', { uniqueId: 'sandbox-error_503' }, undefined],
    ['clip/profile', { uniqueId: 'Sandbox-error-503' }, undefined],
    ['clip/profile', { uniqueId: 'my-sandbox-error-503' }, undefined],
    ['clip/profile', { channelId: 'sandbox-error-503' }, undefined],
    ['gram/contact', { uniqueId: 'sandbox_slow_20' }, slow(20, { uniqueId: 'slow' })],
    ['gram/contact', { uniqueId: 'sandbox-error-503' }, undefined],
    ['tube/profile', { uniqueId: 'SANDBOX-error-429' }, error(429)],
    ['tube/profile', { channelId: 'UCsandbox-error-503-----' }, error(503)],
    ['tube/profile', { channelId: 'UCsandbox-slow-2000-----' }, slow(2000, { channelId })],
    ['tube/subtitles/meta', { videoId: 'sbx-err-503' }, error(503)],
    ['tube/subtitles/download', { videoId: 'sbx-slow-2s' }, slow(2000, { videoId: 'slowvideo01' })],
    ['sponsor/summary', { brandId: 'sandbox-error-500' }, error(500)],
    ['sponsor/summary', { brandId: 'sandbox-slow-5' }, slow(5, { brandId: 'slow.example' })],
    ['nls', { description: ' sandbox-error-503 ' }, error(503)],
    ['nls', { description: 'sandbox-slow-5' }, slow(5, { description: 'creators called slow' })],
    ['v2/clipBasic', { clipId: 'sandbox-error-QuotaRate' }, { outcome: { errorCode: 'QuotaRate' } }],
    ['v2/clipBasic', { clipId: 'sandbox-error-503' }, undefined],
    ['v2/gramBasic', { gramId: 'sandbox-slow-5' }, slow(5, { gramId: 'slow' })],
    ['v2/tubeBasic', { tubeId: 'sandbox-slow-5' }, slow(5, { tubeId: channelId })],
    ['clip/profile', { uniqueId: ['sandbox-error-503'] }, undefined],
  ])('are found in the parameters of %s: %j', (operation, given, expected) => {
    expect(findMagic(generationOf(operation).magic, operationOf(operation).platform, given)).toEqual(
      expected,
    );
  });

  it.each([undefined, null, 'sandbox-error-503', 7, ['sandbox-error-503']])(
    'are not found in other bodies: %j',
    (given) => {
      expect(findMagic(generationOf('clip/profile').magic, 'clip', given)).toBeUndefined();
    },
  );

  it('are reserved names, which no creator has', () => {
    for (const name of ['sandbox-error-503', 'sandbox_slow_1', 'UCsandbox-error-503-----', 'sbx-err-503'])
      expect(isReservedName(name)).toBe(true);
    for (const name of ['slow', channelId, 'slowvideo01', 'slow.example'])
      expect(isReservedName(name)).toBe(false);
  });
});
