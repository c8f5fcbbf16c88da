import { deletedForGood } from '../workspace/deletedForGood.ts';
import { removeEmptyFolders } from '../workspace/removeEmptyFolders.ts';
import { provenCopies, type ProvenCopies } from '../workspace/copies.ts';
import { writePlan } from '../workspace/writePlan.ts';
import { wantsJson, type Command } from './command.ts';
import { styled, type Output } from './io.ts';
import { toJson } from './json.ts';
import { namedFile } from './namedFile.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** How many components are proven where all copies are asked for. */
const mostProven = 20;

/** `strata copies`: manifests that stand nearly equal in several layers. */
export const copiesCommand: Command = {
  name: 'copies',
  summary:
    'Finds manifests that stand nearly equal in several layers, and a component in their place',
  forms: ['copies [FILE] [--write] [options]'],
  details: [
    'Compares files of layers that hold the same objects by kind and name, tells the fields in which they have',
    'drifted apart, and plans a component that holds the file once: layers name it, and patch what they have',
    'otherwise. The plan is proven on a copy in memory: every layer has to render to the same objects. Of many',
    `copies the ${mostProven} largest are proven; FILE names one of them. Secrets are left out.`,
  ],
  options: [
    {
      name: 'write',
      text: 'With FILE: writes the component, if it is proven. Default: nothing is written.',
    },
  ],
  examples: [
    {
      line: 'strata copies --workspace .',
      text: 'What is copied, and how far it has drifted apart',
    },
    { line: 'strata copies --workspace . --json', text: 'The same for scripts' },
  ],
  words: ['text'],
  run: async (call, io) => {
    const [word, ...more] = call.words;
    const wantsWrite = call.options.has('write');
    if (more.length > 0) return wrongUse(io, 'copies', 'name one file, or none.');
    if (wantsWrite && word === undefined)
      return wrongUse(io, 'copies', '--write goes with the FILE of one copy.');
    const opened = await openTree(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const { top } = opened.value;
    const file = word === undefined ? undefined : namedFile(opened.value, io.folder, word);
    if (word !== undefined && file === undefined)
      return refuse(io, { exitCode: 2, message: `${word} is not in the workspace ${top}.` });
    const found = await provenCopies(opened.value, { file, most: mostProven }, io.signal);
    const [first] = found;
    if (file !== undefined && first === undefined)
      return refuse(io, { exitCode: 2, message: `${file} is no copy of another layer's file.` });
    let refusal: string | undefined;
    let isWritten = false;
    if (wantsWrite && first !== undefined) {
      refusal = await whyNotWritten(first, top, io.signal);
      if (refusal === undefined && first.texts !== undefined) {
        const written = writePlan(top, first.texts);
        isWritten = written.kind === 'ok';
        if (written.kind === 'failed') refusal = `${written.failure} has changed meanwhile`;
        else removeEmptyFolders(top, first.texts);
      }
    }
    io.out.write(
      wantsJson(call)
        ? toJson({ copies: found.map(copiesJson), written: isWritten })
        : found.length === 0
          ? 'No manifest here stands nearly equal in several layers.\n'
          : found.map((one) => copiesText(io.out, one, isWritten)).join('\n'),
    );
    return refusal === undefined
      ? 0
      : refuse(io, { exitCode: 1, message: `nothing is written: ${refusal}.` });
  },
};

async function whyNotWritten(
  { proof, texts }: ProvenCopies,
  top: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if ((proof.kind !== 'same' && proof.kind !== 'reordered') || texts === undefined)
    return `the component ${proofText(proof)}`;
  const [lost] = await deletedForGood(texts, top, signal);
  return lost === undefined ? undefined : `git could not bring back ${lost}; commit it first`;
}

function copiesJson({ objects, copies, alike, component, texts, proof }: ProvenCopies): object {
  return {
    objects,
    alike: Math.round(alike * 1000) / 1000,
    copies,
    component: {
      folder: component,
      proof: proof.kind,
      ...(proof.kind === 'other' ? { where: proof.where } : {}),
      edits: [...(texts ?? [])].map(([file, { before, after }]) => ({
        file,
        change: before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed',
      })),
    },
  };
}

/** How many fields are named of one copy. */
const mostFields = 4;

function copiesText(output: Output, one: ProvenCopies, isWritten: boolean): string {
  const { objects, copies, alike, component, proof } = one;
  const [object = '', ...others] = objects;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  const head = `${object}${more} in ${copies.length} layers, ${Math.floor(alike * 100)} % alike`;
  const width = Math.max(...copies.map(({ file }) => file.length));
  const rows = copies.map(({ file, differs }, index) => {
    const shown = differs.slice(0, mostFields).join(', ');
    const rest = differs.length > mostFields ? `, … (${differs.length} fields)` : '';
    const told = index === 0 ? 'most like the others' : shown === '' ? 'equal' : shown + rest;
    return `  ${file.padEnd(width)}  ${told}\n`;
  });
  const place = isWritten
    ? `${component} stands in their place`
    : `${component} ${proofText(proof)}`;
  return `${styled(output, 'bold', head)}\n${rows.join('')}  → ${place}\n`;
}

function proofText(proof: ProvenCopies['proof']): string {
  switch (proof.kind) {
    case 'same':
      return 'could replace them: every layer renders to the same';
    case 'reordered':
      return 'could replace them: every layer renders to the same objects, in another order';
    case 'other':
      return `cannot replace them as they are: ${proof.where} would render to something else`;
    case 'fails':
      return 'cannot be planned: a list is written in a way that no edit can go on with';
    case 'open':
      return 'is not proven: name one of the files';
  }
}
