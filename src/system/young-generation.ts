/**
 * The calls of many connections live longer than a small young generation: V8 would copy each of them. Lets it grow, up to
 * 16 MiB for each half; V8's own bound is 64.
 */
export function growYoungGeneration(
  { setFlagsFromString, getHeapSpaceStatistics }: typeof import('node:v8'),
  { PerformanceObserver }: typeof import('node:perf_hooks'),
): void {
  const observer = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    if ((young?.space_size ?? maxYoungBytes) < maxYoungBytes) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
  setFlagsFromString('--semi-space-growth-factor=2');
}

/** Of both halves. */
const maxYoungBytes = 2 * 16 * 2 ** 20;
