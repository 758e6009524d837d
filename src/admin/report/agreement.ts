import { Agreement, noAgreement, wholeAgreement } from '../../report/agreement.ts';
import { agreementFileOf, readAgreement } from '../../report/agreement-file.ts';
import type { Deps } from '../../service/http/deps.ts';
import type { Scope } from '../../service/http/scope.ts';
import { Problem, problems } from '../problem.ts';

/** Shows when each operation last agreed with the service. */
export function addAgreementRoute(app: Scope, { settings }: Pick<Deps, 'settings'>): void {
  const file = agreementFileOf(settings, '.');
  app.get(
    '/agreement',
    {
      schema: {
        summary:
          'Shows when each operation last agreed with the service, by real time, and how it differed: from the file that `record` and `verify --target` keep and the settings `agreement` or `recordings` name.',
        response: { 200: Agreement, ...problems(409) },
      },
    },
    () => {
      try {
        return wholeAgreement(file === undefined ? noAgreement : readAgreement(file));
      } catch (error) {
        throw new Problem(409, (error as Error).message);
      }
    },
  );
}
