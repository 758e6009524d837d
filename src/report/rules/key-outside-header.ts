import { namesKey } from '../../core/keys/redactor.ts';
import type { ClientRule } from '../call.ts';
import { unknownParameters } from './unknown-parameter.ts';

export const keyOutsideHeader: ClientRule = {
  severity: 'error',
  sentence: 'The key belongs in its header: a key in a URL or a body ends in logs (contract 5).',
  help: 'Send the key in its header only, and change keys that a log may have.',
  breaks: (call) => call.input.keyOutside || unknownParameters(call).some(namesKey),
};
