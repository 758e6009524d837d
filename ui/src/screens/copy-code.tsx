import { type CodeRequest, curl, fetchCode, pytestCode } from '../code.ts';
import { Copy } from '../parts.tsx';

/** Copies a request as code. @param status the answer that a test expects; no test without it */
export const CopyCode = ({ request, status }: { request: CodeRequest; status?: number }) => (
  <>
    <Copy text={curl(request)}>curl</Copy>
    <Copy text={fetchCode(request)}>fetch</Copy>
    {status !== undefined && <Copy text={pytestCode(request, status)}>pytest</Copy>}
  </>
);
