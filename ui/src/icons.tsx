/** Strokes in a square of 16, by the screens and words that repeat. */
const strokes: Readonly<Record<string, string>> = {
  requests: 'M1.5 8h3l2-5 3 10 2-5h3',
  keys: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M10 5.7C9.5 5 8.8 4.8 8 4.8c-1.2 0-2 .6-2 1.5 0 2.2 4.2 1 4.2 3.2 0 1-1 1.7-2.2 1.7-1 0-1.8-.4-2.2-1.1M8 3.6v1.2M8 11.2v1.2',
  faults: 'M9 1.5 3 9h4l-1 5.5L13 7H8.5z',
  world: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M1.5 8h13M8 1.5c-4 4-4 9 0 13 4-4 4-9 0-13',
  report: 'M3.5 1.5h9v13h-9zM5.5 5l1 1 1.5-2M9.5 5.2h1.5M5.5 10l1 1 1.5-2M9.5 10.2h1.5',
  api: 'M6 2.5c-2 0-2 1-2 2.5S3.5 7.5 2 8c1.5.5 2 1.5 2 3s0 2.5 2 2.5M10 2.5c2 0 2 1 2 2.5s.5 2.5 2 3c-1.5.5-2 1.5-2 3s0 2.5-2 2.5',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  injected: 'M9 1.5 3 9h4l-1 5.5L13 7H8.5z',
  assumption: 'M5.5 5.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M8 12.3v.4',
};

/** A small picture beside a word, which says it again; nothing where there is none for it. */
export function Icon({ name }: { name: string }) {
  const path = strokes[name];
  return path === undefined ? null : (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
