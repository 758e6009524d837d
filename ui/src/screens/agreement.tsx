import { callAdmin, type OperationAgreement } from '../api.ts';
import { formatCount } from '../format.ts';
import { Section, Table, useResult } from '../parts.tsx';

interface AgreementProps {
  isSearched: (name: string | null) => boolean;
}

/** When each operation last agreed with the service itself, and how it differed. */
export function AgreementSection({ isSearched }: AgreementProps) {
  const found = useResult(
    () =>
      callAdmin('get', '/__admin/agreement').then(
        ({ operations }) => operations,
        (error: Error) => error.message,
      ),
    [],
  );
  if (found === undefined) return null;
  if (typeof found === 'string')
    return (
      <Section title="Agreement with the service">
        <p class="note">{found}</p>
      </Section>
    );
  const compared = found.filter(({ lastComparedAt }) => lastComparedAt !== null);
  const never = found.filter(({ lastComparedAt }) => lastComparedAt === null);
  return (
    <Section title="Agreement with the service">
      {compared.length === 0 ? (
        <p class="soft">
          No operation was compared with the service yet. <code>creator-sandbox record</code> and{' '}
          <code>verify --target</code> compare them:{' '}
          <a href="#/docs/record/agreement">how, and where to keep it</a>.
        </p>
      ) : (
        <Table
          label="Agreement by operation"
          head={['Operation', 'Agreed on', 'Compared on', '#Exchanges', 'Differences']}
        >
          {compared
            .filter(({ operation }) => isSearched(operation))
            .map((each) => (
              <AgreementRow key={each.operation} of={each} />
            ))}
        </Table>
      )}
      {compared.length > 0 && never.length > 0 && (
        <details>
          <summary>{formatCount(never.length, 'operation')} never compared</summary>
          <p class="soft">{never.map(({ operation }) => operation).join(', ')}</p>
        </details>
      )}
    </Section>
  );
}

const AgreementRow = ({
  of: { operation, lastAgreedAt, lastComparedAt, exchanges, differences },
}: {
  of: OperationAgreement;
}) => (
  <tr>
    <td>{operation}</td>
    <td class={lastAgreedAt === null ? 'alert' : ''}>{lastAgreedAt?.slice(0, 10) ?? 'never'}</td>
    <td>{lastComparedAt?.slice(0, 10)}</td>
    <td class="number">{exchanges}</td>
    <td class="long">
      {differences.length === 0 ? (
        'none'
      ) : (
        <ul class="decisions">
          {differences.map(({ kind, place, expected, actual, decision, exchanges: times }) => (
            <li key={`${kind} ${place} ${expected}`}>
              {kind} at <code>{place}</code>: here <code>{expected}</code>, there <code>{actual}</code>,{' '}
              {formatCount(times, 'exchange')}
              {decision !== null && (
                <>
                  ; it contradicts <a href={`#/docs/decisions/${encodeURIComponent(decision)}`}>{decision}</a>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </td>
  </tr>
);
