import { workspace, type ConfigurationScope } from 'vscode';
import type { ClusterGrouping } from './views/impactGroups.ts';

/** The settings that the client itself reads; each stands in package.json. */
export interface Settings {
  /** Whether the cursor's line says who wrote it. */
  readonly trailingNotes: boolean;
  /** Whether the top of a layer file says whom it reaches and changes. */
  readonly codeLens: boolean;
  /** Whether the status bar says it. */
  readonly statusBar: boolean;
  /** Whether the explorer marks layers and files that change production. */
  readonly explorerDecorations: boolean;
  /** Whether drift of the selected cluster stands among the problems. */
  readonly liveProblems: boolean;
  /** By what the Impact view puts clusters together. */
  readonly impactGrouping: ClusterGrouping;
}

/** The settings as they are now. */
export function readSettings(scope?: ConfigurationScope): Settings {
  const configuration = workspace.getConfiguration('strata', scope);
  return {
    trailingNotes: configuration.get('trailingNotes.enabled', true),
    codeLens: configuration.get('codeLens.enabled', true),
    statusBar: configuration.get('statusBar.enabled', true),
    explorerDecorations: configuration.get('explorerDecorations.enabled', false),
    liveProblems: configuration.get('live.problems.enabled', false),
    impactGrouping: configuration.get<ClusterGrouping>('impact.groupBy', 'environment'),
  };
}
