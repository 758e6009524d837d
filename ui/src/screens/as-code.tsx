import { useState } from 'preact/hooks';
import { type Asked, curl, fetchCode, pythonCode } from '../code.ts';
import { Code, Copy } from '../parts.tsx';

/** A request in the languages of clients. */
export function AsCode({ asked }: { asked: Asked }) {
  const forms = { curl: curl(asked), TypeScript: fetchCode(asked), Python: pythonCode(asked) };
  const [form, show] = useState<keyof typeof forms>('curl');
  return (
    <div>
      <div class="toolbar wrap">
        {(Object.keys(forms) as (keyof typeof forms)[]).map((name) => (
          <button
            key={name}
            type="button"
            class={name === form ? 'tab on' : 'tab'}
            aria-pressed={name === form}
            onClick={() => show(name)}
          >
            {name}
          </button>
        ))}
        <Copy text={forms[form]}>copy</Copy>
      </div>
      <Code label={`The request as ${form}`} text={forms[form]} />
    </div>
  );
}
