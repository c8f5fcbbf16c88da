import { failure, goFunction, type FailureCause, type TemplateFunction } from '../functionTable.ts';

/** Functions whose result is another one each time, by chance or by the clock: using one is a failure of that kind. */
export const nonDeterministicFunctions: readonly (readonly [string, TemplateFunction])[] = [
  ...refused('nonDeterministic', [
    ['randAlphaNum', 'int', 'string'],
    ['randAlpha', 'int', 'string'],
    ['randAscii', 'int', 'string'],
    ['randNumeric', 'int', 'string'],
    ['randBytes', 'int', 'string'],
    ['randInt', 'int, int', 'int'],
    ['shuffle', 'string', 'string'],
    ['uuidv4', '', 'string'],
    ['now', '', 'time.Time'],
    ['ago', 'any', 'string'],
    ['bcrypt', 'string', 'string'],
    ['htpasswd', 'string, string', 'string'],
    ['genPrivateKey', 'string', 'string'],
    ['genCA', 'string, int', 'sprig.certificate'],
    ['genCAWithKey', 'string, int, string', 'sprig.certificate'],
    ['genSelfSignedCert', 'string, list, list, int', 'sprig.certificate'],
    ['genSelfSignedCertWithKey', 'string, list, list, int, string', 'sprig.certificate'],
    ['genSignedCert', 'string, list, list, int, any', 'sprig.certificate'],
    ['genSignedCertWithKey', 'string, list, list, int, any, string', 'sprig.certificate'],
    ['encryptAES', 'string, string', 'string'],
  ]),
  ...refused('unsupported', [
    ['derivePassword', 'uint32, string, string, string, string', 'string'],
    ['decryptAES', 'string, string', 'string'],
  ]),
];

function refused(
  cause: FailureCause,
  signatures: readonly (readonly [string, string, string])[],
): readonly (readonly [string, TemplateFunction])[] {
  const message =
    cause === 'nonDeterministic'
      ? 'the result is another one each time'
      : 'Strata does not have this function';
  return signatures.map(([name, parameters, result]) => [
    name,
    goFunction(parameters, result, () => failure(message, cause)),
  ]);
}
