import { useState } from 'preact/hooks';
import { type CodeRequest, curl, fetchCode, pythonCode } from '../code.ts';
import { Code, Copy } from '../parts.tsx';

/** A request in the languages of clients. */
export function AsCode({ request }: { request: CodeRequest }) {
  const forms = { curl: curl(request), TypeScript: fetchCode(request), Python: pythonCode(request) };
  const [form, setForm] = useState<keyof typeof forms>('curl');
  return (
    <div>
      <div class="toolbar wrap">
        {(Object.keys(forms) as (keyof typeof forms)[]).map((name) => (
          <button
            key={name}
            type="button"
            class={name === form ? 'tab on' : 'tab'}
            aria-pressed={name === form}
            onClick={() => setForm(name)}
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
