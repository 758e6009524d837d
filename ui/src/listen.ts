import { useLayoutEffect } from 'preact/hooks';

/** Listens as soon as the component is in the page: an effect would come after the paint, and miss an event in between. */
export function useWindow<Kind extends keyof WindowEventMap>(
  kind: Kind,
  handle: (event: WindowEventMap[Kind]) => void,
): void {
  useLayoutEffect(() => {
    addEventListener(kind, handle);
    return () => removeEventListener(kind, handle);
  });
}
