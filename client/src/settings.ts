import { workspace, type ConfigurationScope } from 'vscode';

/** The settings that the client itself reads; each stands in package.json. */
export interface Settings {
  /** Whether the cursor's line says who wrote it. */
  readonly trailingNotes: boolean;
}

/** The settings as they are now. */
export function readSettings(scope?: ConfigurationScope): Settings {
  const configuration = workspace.getConfiguration('strata', scope);
  return { trailingNotes: configuration.get('trailingNotes.enabled', true) };
}
