import { scannedFiles } from '../analysis/secretFindings.ts';
import { newSecretFindings } from '../analysis/secretDiagnostics.ts';
import { secretsJson } from '../analysis/secretsDocument.ts';
import { failed, ok } from '../util/result.ts';
import { filesParameter } from './files.ts';
import { lookForSecrets } from './readAhead.ts';
import type { Tool } from './tool.ts';

/** Secrets in clear. */
export const secretsTool: Tool = {
  name: 'secrets',
  title: 'Secrets in clear',
  description: [
    'Finds secrets in clear and files of SOPS that are not what they seem; no value is ever told. With files,',
    'only the texts that you propose are looked at: ask before you write them.',
  ].join(' '),
  parameters: [
    {
      name: 'paths',
      kind: 'texts',
      text: 'Only these files and folders, from the top of the repository.',
    },
    filesParameter,
  ],
  run: async ({ arguments: { texts, files }, tree, proposed, today, signal }) => {
    const all = scannedFiles(tree.host.analysis());
    const paths = texts.get('paths') ?? [];
    const below = (file: string): boolean =>
      paths.some((one) => file === one || file.startsWith(`${one.replace(/\/+$/, '')}/`));
    const chosen = all.filter(
      (file) =>
        (paths.length === 0 || below(file)) && (files.size === 0 || proposed.includes(file)),
    );
    if (paths.length > 0 && chosen.length === 0) return failed('There is no such file.');
    await lookForSecrets(tree, chosen, today, signal);
    const { files: now } = tree.host.analysis();
    const there = chosen.filter((file) => now.has(file));
    const findings = await tree.complete((one) => newSecretFindings(one, there, today), signal);
    return ok({ files: there.length, ...secretsJson(findings) });
  },
};
