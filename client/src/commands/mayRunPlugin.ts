import { l10n, window } from 'vscode';
import type { LivePlugin } from '../../../server/src/protocol/live.ts';
import type { LiveModel } from '../views/liveModel.ts';

/** A kubeconfig is code: a program that it names runs only where the user allows it, once for each program. */
export async function mayRunPlugin(
  model: LiveModel,
  plugin: LivePlugin,
  cluster: string,
): Promise<boolean> {
  if (model.isAllowed(plugin.fingerprint)) return true;
  const allow = l10n.t('Run it');
  const answer = await window.showWarningMessage(
    l10n.t('Your kubeconfig runs a program to sign in to {0}. Let it run?', cluster),
    { modal: true, detail: plugin.line },
    allow,
  );
  if (answer !== allow) return false;
  await model.allow(plugin.fingerprint);
  return true;
}
