import { commands, env, l10n, window, type Disposable } from 'vscode';

/** The quick fix “Copy a note on how to replace …” of a secret: the server writes the note, and it holds no value. */
export function registerCopyRotationNote(): Disposable {
  return commands.registerCommand('strata.copyRotationNote', async (note: unknown) => {
    if (typeof note !== 'string') return;
    await env.clipboard.writeText(note);
    window.setStatusBarMessage(l10n.t('The note is copied.'), 3_000);
  });
}
