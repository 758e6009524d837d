import type { ComponentChildren } from 'preact';
import { Code } from './parts.tsx';

/** Levels that are open at first, and items of a list beyond which it is folded. */
const openLevels = 4;
const longList = 20;

/** A body: JSON in colours and with parts that fold, any other text as it is. */
export function Body({ text, label }: { text: string; label: string }) {
  const value = parsed(text);
  return value === undefined ? (
    <Code label={label}>{text}</Code>
  ) : (
    <Code label={label}>
      <Value of={value} level={0} />
    </Code>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface ValueProps {
  of: unknown;
  level: number;
  /** Stands before the value: its name. */
  before?: ComponentChildren;
  /** Stands after it: a comma between two. */
  after?: string;
}

function Value({ of: value, level, before, after = '' }: ValueProps) {
  const isList = Array.isArray(value);
  const parts = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (parts.length === 0)
    return (
      <div>
        {before}
        <span class={`json-${value === null ? 'null' : typeof value}`}>{JSON.stringify(value)}</span>
        {after}
      </div>
    );
  const [start, end] = isList ? '[]' : '{}';
  return (
    <details open={level < openLevels && !(isList && parts.length > longList)}>
      <summary>
        {before}
        {start}
        <span class="folded">
          {' '}
          {parts.length} {end}
          {after}
        </span>
      </summary>
      <div class="nested">
        {parts.map(([name, part], n) => (
          <Value
            key={name}
            of={part}
            level={level + 1}
            before={isList ? undefined : <span class="json-name">{JSON.stringify(name)}: </span>}
            after={n < parts.length - 1 ? ',' : ''}
          />
        ))}
      </div>
      {end}
      {after}
    </details>
  );
}
