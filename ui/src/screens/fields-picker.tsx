import { type Fields, isNames, type Picked, type PickedParts, withPart } from '../fields.ts';
import { formatNumber } from '../format.ts';
import { Field, Tick } from '../parts.tsx';

interface PickerProps {
  legend: string;
  fields: Fields;
  picked: Picked;
  pick: (picked: Picked) => void;
}

/** Parts of a record, each at its own price. */
export const FieldsPicker = ({ legend, ...rest }: PickerProps) => (
  <fieldset class="fields wide">
    <legend>{legend}</legend>
    {choicesOf(rest)}
  </fieldset>
);

function choicesOf({ fields, picked, pick }: Omit<PickerProps, 'legend'>) {
  const parts = (isNames(picked) ? {} : (picked ?? {})) as PickedParts;
  switch (fields.kind) {
    case 'names': {
      const names = isNames(picked) ? picked : [];
      const next = (name: string, on: boolean) =>
        Object.keys(fields.prices).filter((each) => (each === name ? on : names.includes(each)));
      return Object.entries(fields.prices).map(([name, price]) => (
        <Tick
          key={name}
          label={labelOf(name, price)}
          on={names.includes(name)}
          onInput={(on) => pick(next(name, on).length > 0 ? next(name, on) : undefined)}
        />
      ));
    }
    case 'counts':
      return Object.entries(fields.prices).map(([name, price]) => (
        <Field
          key={name}
          label={`${labelOf(name, price)} each`}
          type="number"
          placeholder="all"
          value={String(parts[name] ?? '')}
          onInput={(text) => pick(withPart(picked, name, text === '' ? undefined : Number(text)))}
        />
      ));
    case 'records':
      return Object.entries(fields.records).map(([name, { whole, fields: recordFields }]) => {
        const part = parts[name];
        return (
          <div key={name} class="wide">
            <Tick
              label={labelOf(name, whole)}
              on={part !== undefined}
              onInput={(on) => pick(withPart(picked, name, on ? emptyOf(recordFields) : undefined))}
            />
            {part !== undefined && (
              <FieldsPicker
                legend={`${name}: none = the whole record`}
                fields={recordFields}
                picked={part as Picked}
                pick={(next) => pick(withPart(picked, name, next ?? emptyOf(recordFields)))}
              />
            )}
          </div>
        );
      });
  }
}

/** The selection that means the whole record. */
const emptyOf = ({ kind }: Fields): Picked => (kind === 'names' ? [] : {});

const labelOf = (name: string, price: number | undefined): string =>
  price === undefined ? name : `${name} ${formatNumber(price)}`;
