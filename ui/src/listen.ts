import { useLayoutEffect } from 'preact/hooks';

/** Listens as soon as the component is in the page; `useEffect` would begin after the paint and could miss an event. */
export function useWindow<Kind extends keyof WindowEventMap>(
  kind: Kind,
  handle: (event: WindowEventMap[Kind]) => void,
): void {
  useLayoutEffect(() => {
    addEventListener(kind, handle);
    return () => removeEventListener(kind, handle);
  });
}

/** Whether a key belongs to a field. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
