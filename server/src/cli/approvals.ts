import {
  approvalMatrix,
  type ApprovalLayer,
  type ApprovalMatrix,
  type LoneApprover,
} from '../analysis/approvalMatrix.ts';
import { groupBy } from '../util/groupBy.ts';
import { columnsText } from './columns.ts';
import { wantsJson, type Command } from './command.ts';
import { styled, type Output } from './io.ts';
import { toJson } from './json.ts';
import { atOption, openSnapshot } from './snapshot.ts';
import { refuse, wrongUse } from './wrongUse.ts';

const conditions: readonly string[] = ['no-owner', 'one-approver'];

/** `strata approvals`: CODEOWNERS by release domains. */
export const approvalsCommand: Command = {
  name: 'approvals',
  summary: 'Shows who approves a change of which release domain, by CODEOWNERS',
  forms: ['approvals [--at REF] [options]'],
  details: [
    'Takes each layer that something delivered is made of, with what it builds on and what declares it, the',
    'release domains of the clusters that it reaches (their environments where the register names none), and',
    'the rules of CODEOWNERS that count for its files. Tells layers of production with files that nobody owns,',
    'and who alone approves what reaches several domains, production among them.',
  ],
  options: [
    atOption,
    {
      name: 'fail-on',
      value: 'WHAT',
      text: 'Ends with 1 on no-owner (in production), one-approver (for several domains); more with commas.',
    },
  ],
  examples: [
    { line: 'strata approvals --workspace .', text: 'Who approves what' },
    { line: 'strata approvals --workspace . --json', text: 'The same for scripts, layer by layer' },
  ],
  words: [],
  run: async (call, io) => {
    if (call.words.length > 0) {
      return wrongUse(io, 'approvals', 'it takes no words; --workspace DIR names a smaller tree.');
    }
    const asked = (call.lists.get('fail-on') ?? []).flatMap((one) => one.split(','));
    const unknown = asked.find((one) => !conditions.includes(one));
    if (unknown !== undefined) {
      const known = conditions.join(', ');
      return wrongUse(io, 'approvals', `--fail-on takes ${known}, not ${unknown}.`);
    }
    const opened = await openSnapshot(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const matrix = await opened.value.complete(approvalMatrix, io.signal);
    io.out.write(wantsJson(call) ? toJson(matrixJson(matrix)) : matrixText(io.out, matrix));
    const isHeld =
      (asked.includes('no-owner') && unownedLayers(matrix).length > 0) ||
      (asked.includes('one-approver') && matrix.alone.length > 0);
    return isHeld ? 1 : 0;
  },
};

/** Layers of production with a file that nobody owns; all of them where there is no CODEOWNERS. */
function unownedLayers({ codeowners, layers }: ApprovalMatrix): readonly ApprovalLayer[] {
  return layers.filter(
    ({ isProduction, unowned }) => isProduction && (codeowners === undefined || unowned.length > 0),
  );
}

function matrixJson({ codeowners, domains, layers, alone }: ApprovalMatrix): object {
  return {
    codeowners: codeowners ?? null,
    domains: domains.map(({ isProduction, ...domain }) => ({
      ...domain,
      production: isProduction,
    })),
    layers: layers.map(({ isProduction, approvals, ...layer }) => ({
      ...layer,
      production: isProduction,
      approvals: approvals.map(({ line, section, ...approval }) => ({
        ...approval,
        ...(section === '' ? {} : { section }),
        from: `${codeowners ?? ''}:${line + 1}`,
      })),
    })),
    alone,
  };
}

function matrixText(output: Output, matrix: ApprovalMatrix): string {
  const { codeowners, domains, layers } = matrix;
  if (layers.length === 0)
    return 'Nothing here is delivered to a cluster of a known environment.\n';
  const title = (text: string): string => styled(output, 'bold', text);
  if (codeowners === undefined) {
    const reached = layers.filter(({ isProduction }) => isProduction).length;
    return `There is no CODEOWNERS here: nobody is asked for ${layers.length} layers, ${reached} of production among them.\n`;
  }
  const shown = domains.filter(({ name }) => layers.some((one) => one.domains.includes(name)));
  // What is approved alike, and reaches the same, is one row.
  const rows = [
    ...groupBy(layers, (one) => JSON.stringify([one.domains, ownerTexts(one)])).values(),
  ].flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    const owners = ownerTexts(first);
    const more = members.length > 1 ? ` +${members.length - 1}` : '';
    return [
      [
        `${first.layer === '' ? '.' : first.layer}${more}`,
        ...shown.map(({ name }) => (first.domains.includes(name) ? owners : '–')),
      ],
    ];
  });
  const header = ['LAYERS', ...shown.map(({ name }) => name.toUpperCase())];
  const unowned = unownedLayers(matrix);
  return [
    columnsText(output, header, rows),
    unowned.length === 0
      ? 'Each file of production has an owner.\n'
      : `${title('Production without an owner')}\n${unowned.map((one) => `  ${one.unowned[0] ?? one.layer}${countText(one.unowned.length - 1)}\n`).join('')}`,
    matrix.alone.length === 0
      ? 'Nobody alone approves what reaches several domains, production among them.\n'
      : `${title('One approver for several domains')}\n${matrix.alone.map(aloneText).join('')}`,
  ].join('\n');
}

function countText(more: number): string {
  return more > 0 ? ` and ${more} more` : '';
}

/** Who has to approve: any of those with a slash between them, and each with a plus. */
function ownerTexts({ approvals, unowned }: ApprovalLayer): string {
  const told = approvals.map(
    ({ owners, needed }) => `${owners.join('/')}${needed > 1 ? ` (${needed})` : ''}`,
  );
  return [...new Set(told), ...(unowned.length > 0 ? ['nobody'] : [])].join(' + ');
}

function aloneText({ owner, domains, by, layers }: LoneApprover): string {
  const [first = '', ...more] = layers;
  const what = `${first === '' ? '.' : first}${countText(more.length)}`;
  return by === 'layers'
    ? `  ${owner}: ${domains.join(', ')} at once, by ${what}\n`
    : `  ${owner}: ${domains.join(', ')}, each by layers of its own: ${what}\n`;
}
