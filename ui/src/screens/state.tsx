import { useState } from 'preact/hooks';
import { callAdmin, fetchAdmin } from '../api.ts';
import { askBefore } from '../ask-before.tsx';
import { instant } from '../format.ts';
import { Button, download, Field, Form, Section, Submit, useResult } from '../parts.tsx';
import { loadRows } from '../requests.ts';
import { changes, runAction, search } from '../state.ts';
import { useStore } from '../store.ts';
import type { ScreenProps } from './screen.ts';

/** Snapshots of the whole state, and the way back to the start. */
export function State(_: ScreenProps) {
  const changed = useStore(changes);
  const text = useStore(search).toLowerCase();
  const all = useResult(() => callAdmin('get', '/__admin/snapshots'), [changed])?.snapshots;
  const found = all?.filter((each) => each.name.toLowerCase().includes(text));
  const [name, setName] = useState('before');
  const take = () =>
    runAction(`The snapshot ${name} is taken.`, () =>
      callAdmin('put', '/__admin/snapshots/{name}', { path: { name } }),
    );
  const restore = async (from: string) =>
    (await askBefore(
      `Keys, ledger, faults and clock become those of ${from}. Take a snapshot first to keep those of now.`,
    )) &&
    runAction(`The snapshot ${from} is restored.`, () =>
      callAdmin('post', '/__admin/snapshots/{name}/restore', { path: { name: from } }),
    );
  const save = (from: string) =>
    runAction('Exported.', async () =>
      download(`${from}.json`, await (await fetchAdmin('get', `./snapshots/${from}`)).text()),
    );
  const remove = async (from: string) =>
    (await askBefore(`The snapshot ${from} goes for good. Export it first to keep it.`)) &&
    runAction(`The snapshot ${from} is deleted.`, () =>
      callAdmin('delete', '/__admin/snapshots/{name}', { path: { name: from } }),
    );
  const reset = async () =>
    (await askBefore('Keys, ledger, rate windows, journal, faults and clock go back to their start.')) &&
    runAction('Everything is reset.', async () => {
      await callAdmin('post', '/__admin/reset', { body: {} });
      await loadRows();
    });
  return (
    <>
      <h2>State</h2>
      <Section title="Snapshots: keys, ledger, faults, clock">
        <Form onSubmit={take}>
          <div class="toolbar wrap wide">
            <Field label="Name" value={name} onInput={setName} hint="Small letters, digits and hyphens." />
            <Submit>Take a snapshot</Submit>
            <Import name={name} />
          </div>
        </Form>
        {found?.length === 0 && (
          <p class="empty">{text === '' ? 'No snapshot yet.' : 'No snapshot matches the search.'}</p>
        )}
        <ul class="rules">
          {found?.map((each) => (
            <li key={each.name} class="rule">
              <div>
                <b>{each.name}</b> <span class="soft">{instant(each.takenAt)}</span>
              </div>
              <div class="toolbar wrap">
                <Button label={`Restore ${each.name}`} onClick={() => restore(each.name)}>
                  restore
                </Button>
                <Button label={`Export ${each.name}`} onClick={() => save(each.name)}>
                  export
                </Button>
                <Button label={`Delete ${each.name}`} kind="danger" onClick={() => remove(each.name)}>
                  delete
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Back to the start">
        <p>Keys, ledger, rate windows, journal, faults and clock as at the start; snapshots stay.</p>
        <Button kind="danger" onClick={reset}>
          Reset everything
        </Button>
      </Section>
    </>
  );
}

/** A snapshot from a file, under the name that is written above. */
const Import = ({ name }: { name: string }) => (
  <label class="field">
    <span>or import a file as {name || '…'}</span>
    <input
      type="file"
      accept="application/json"
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        if (!file) return;
        void runAction(`The snapshot ${name} is imported.`, async () =>
          fetchAdmin('put', `./snapshots/${encodeURIComponent(name)}`, JSON.parse(await file.text())),
        );
        currentTarget.value = '';
      }}
    />
  </label>
);
