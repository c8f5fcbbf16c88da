import {
  failure,
  goFunction,
  type CallResult,
  type TemplateFunction,
} from '../../template/functionTable.ts';
import { countOf, textOf } from '../../template/functions/arguments.ts';
import type { Execution } from '../../template/execution.ts';
import { goTime } from '../../template/goTime.ts';
import { intValue, stringValue, type ObjectValue, type Value } from '../../template/value.ts';

/** A call of a function whose result is another one at each run: where it stands. */
export interface ChanceUse {
  readonly function: string;
  readonly template: string;
  readonly offset: number;
}

/**
 * Stand-ins for functions that depend on chance, the clock or the cluster. Each gives a text that is recognized, of the
 * right shape, and notes that it was called: what it gave must not be compared.
 *
 * Source: sprig v3.3.0 crypto.go, strings.go, date.go, numeric.go.
 */
export function chanceFunctions(
  uses: ChanceUse[],
): readonly (readonly [string, TemplateFunction])[] {
  const signatures: readonly Signature[] = [
    ['randAlphaNum', 'int', 'string', ([count]) => placeholder(count)],
    ['randAlpha', 'int', 'string', ([count]) => placeholder(count)],
    ['randAscii', 'int', 'string', ([count]) => placeholder(count)],
    ['randNumeric', 'int', 'string', ([count]) => repeated('0', countOf(count))],
    ['randBytes', 'int', 'string', ([count]) => placeholder(count)],
    ['randInt', 'int, int', 'int', ([low]) => intValue(countOf(low))],
    ['shuffle', 'string', 'string', ([text]) => stringValue(textOf(text))],
    ['uuidv4', '', 'string', () => stringValue('00000000-0000-4000-8000-000000000000')],
    ['now', '', 'time.Time', () => goTime(0)],
    ['ago', 'any', 'string', () => stringValue('0s')],
    ['bcrypt', 'string', 'string', () => stringValue(bcryptText)],
    [
      'htpasswd',
      'string, string',
      'string',
      ([user]) =>
        textOf(user).includes(':')
          ? stringValue(`invalid username: ${textOf(user)}`)
          : stringValue(`${textOf(user)}:${bcryptText}`),
    ],
    ['genPrivateKey', 'string', 'string', () => stringValue(keyText)],
    ['genCA', 'string, int', certificateType, () => certificate],
    ['genCAWithKey', 'string, int, string', certificateType, () => certificate],
    ['genSelfSignedCert', 'string, list, list, int', certificateType, () => certificate],
    [
      'genSelfSignedCertWithKey',
      'string, list, list, int, string',
      certificateType,
      () => certificate,
    ],
    ['genSignedCert', 'string, list, list, int, any', certificateType, () => certificate],
    [
      'genSignedCertWithKey',
      'string, list, list, int, any, string',
      certificateType,
      () => certificate,
    ],
    ['encryptAES', 'string, string', 'string', () => stringValue('c3RyYXRhLXBsYWNlaG9sZGVy')],
  ];
  return signatures.map(([name, parameters, result, give]) => [
    name,
    goFunction(parameters, result, (values, caller) => {
      uses.push({ function: name, ...placeOf(caller) });
      return give(values);
    }),
  ]);
}

type Signature = readonly [
  name: string,
  parameters: string,
  result: string,
  give: (values: readonly Value[]) => CallResult,
];

function placeOf({ current, node }: Execution): Pick<ChanceUse, 'template' | 'offset'> {
  return { template: current.tree.parsedIn, offset: node?.offset ?? 0 };
}

/** What stands for random text, as often as it takes. */
const pattern = 'StrataPlaceholder';

function placeholder(count: Value | undefined): CallResult {
  return repeated(pattern, countOf(count));
}

function repeated(text: string, length: number): CallResult {
  if (length > 1_000_000) {
    return failure('the text is too long', 'limit');
  }
  return stringValue(
    length <= 0 ? '' : text.repeat(Math.ceil(length / text.length)).slice(0, length),
  );
}

const bcryptText = '$2a$10$StrataPlaceholderStrataPlaceholderStrataPlaceholderSt';
const certificateType = 'sprig.certificate';
const body = 'U3RyYXRhUGxhY2Vob2xkZXI=';
const certificateText = `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
const keyText = `-----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----\n`;

const certificate: ObjectValue = {
  kind: 'object',
  type: certificateType,
  fields: new Map([
    ['Cert', stringValue(certificateText)],
    ['Key', stringValue(keyText)],
  ]),
  text: `{${certificateText} ${keyText}}`,
};
