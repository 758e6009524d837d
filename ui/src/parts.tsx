import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icons.tsx';
import { lost, notice } from './state.ts';

interface ButtonProps {
  onClick: () => unknown;
  children: ComponentChildren;
  label?: string;
  kind?: 'plain' | 'main' | 'danger';
  disabled?: boolean;
}

export const Button = ({ onClick, children, label, kind = 'plain', disabled = false }: ButtonProps) => (
  <button
    type="button"
    class={`button ${kind}`}
    onClick={() => void onClick()}
    aria-label={label}
    disabled={disabled}
  >
    {children}
  </button>
);

interface FormProps {
  onSubmit: () => unknown;
  children: ComponentChildren;
}

/** Fields and their `Submit`, which the enter key presses too. */
export const Form = ({ onSubmit, children }: FormProps) => (
  <form
    class="form"
    onSubmit={(event) => {
      event.preventDefault();
      void onSubmit();
    }}
  >
    {children}
  </form>
);

export const Submit = ({ children }: { children: ComponentChildren }) => (
  <button type="submit" class="button main">
    {children}
  </button>
);

/** Copies a text and says so. Without the right to the clipboard, the text is shown to be copied by hand. */
export function Copy({ text, children }: { text: string; children: ComponentChildren }) {
  return (
    <Button
      onClick={async () => {
        try {
          await navigator.clipboard.writeText(text);
          notice.set({ text: 'Copied.', failed: false });
        } catch {
          notice.set({ text, failed: false });
        }
      }}
    >
      <Icon name="copy" />
      {children}
    </Button>
  );
}

export const Badge = ({ kind, children }: { kind: string; children: ComponentChildren }) => (
  <span class={`badge ${kind}`} title={typeof children === 'string' ? children : undefined}>
    <Icon name={kind} />
    {children}
  </span>
);

export const Status = ({ status, code }: { status: number; code?: string | null }) => (
  <span class={`status s${Math.floor(status / 100)}`} title={code ?? undefined}>
    {status}
    {code ? ` ${code}` : ''}
  </span>
);

interface ScrollProps {
  label: string;
  class: string;
  children: ComponentChildren;
}

/** A part that scrolls; the keyboard reaches it. */
export const Scroll = ({ label, class: name, children }: ScrollProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: only what has the focus scrolls by keys
  <section class={name} aria-label={label} tabIndex={0}>
    {children}
  </section>
);

interface TableProps {
  label: string;
  /** Its columns; a name that begins with # is that of a number. */
  head: readonly string[];
  children: ComponentChildren;
}

export const Table = ({ label, head, children }: TableProps) => (
  <Scroll class="table-box" label={label}>
    <table>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col" class={name.startsWith('#') ? 'number' : ''}>
              {name.replace('#', '')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </Scroll>
);

/** Text of a client or of the service, as it is: never as HTML. */
export const Code = ({ children, label }: { children: ComponentChildren; label: string }) => (
  <Scroll class="code" label={label}>
    {children}
  </Scroll>
);

export const Section = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="section">
    <h3>{title}</h3>
    {children}
  </section>
);

export const Facts = ({ of }: { of: readonly (readonly [name: string, value: ComponentChildren])[] }) => (
  <dl class="facts">
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

interface FieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  hint?: string;
  type?: 'text' | 'number' | 'password';
  placeholder?: string | undefined;
}

export const Field = ({ label, value, onInput, hint, type = 'text', placeholder }: FieldProps) => (
  <label class="field">
    <span>{label}</span>
    <input
      // For the type checker the three kinds of inputs differ only in their roles.
      type={type as 'text'}
      // Credits have decimals.
      step={type === 'number' ? 'any' : undefined}
      value={value}
      placeholder={placeholder}
      title={hint}
      spellcheck={false}
      autocomplete="off"
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  </label>
);

interface ChoiceProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  options: readonly (string | readonly [value: string, text: string])[];
}

export const Choice = ({ label, value, onInput, options }: ChoiceProps) => (
  <label class="field">
    <span>{label}</span>
    <select value={value} onChange={(event) => onInput(event.currentTarget.value)}>
      {options.map((option) => {
        const [optionValue, text] = typeof option === 'string' ? [option, option] : option;
        return (
          <option key={optionValue} value={optionValue}>
            {text}
          </option>
        );
      })}
    </select>
  </label>
);

export const Tick = ({
  label,
  on,
  onInput,
}: {
  label: string;
  on: boolean;
  onInput: (on: boolean) => void;
}) => (
  <label class="tick">
    <input type="checkbox" checked={on} onChange={(event) => onInput(event.currentTarget.checked)} />
    <span>{label}</span>
  </label>
);

/** The result of a call; undefined until it arrives. A notice shows a failure, unless the frame already tells of it. */
export function useResult<T>(find: () => Promise<T>, on: readonly unknown[]): T | undefined {
  const [found, setFound] = useState<T>();
  useEffect(() => {
    let current = true;
    find().then(
      (value) => current && setFound(value),
      (error: Error) => current && !lost.value && notice.set({ text: error.message, failed: true }),
    );
    return () => {
      current = false;
    };
  }, on);
  return found;
}

/** Saves a text as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
