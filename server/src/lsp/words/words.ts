import type { Problem } from '../../text/problem.ts';
import type { LayerRole } from '../../protocol/renderedDocument.ts';
import { chinese } from './chinese.ts';
import { english } from './english.ts';
import type { CheckerWords } from './checkerWords.ts';
import type { ClusterPlanWords } from './clusterPlanWords.ts';
import type { FixWords } from './fixWords.ts';
import type { ImpactWords } from './impactWords.ts';
import type { HistoryWords } from './historyWords.ts';
import type { HoverWords } from './hoverWords.ts';
import type { LayerFixWords } from './layerFixWords.ts';
import type { NoteWords } from './noteWords.ts';
import type { PlanWords } from './planWords.ts';
import type { RenameWords } from './renameWords.ts';
import type { SecretWords } from './secretWords.ts';
import type { SignatureWords } from './signatureWords.ts';
import type { ReportWords } from './reportWords.ts';
import type { ViewWords } from './viewWords.ts';

/** What the server says to people, in one language. Markdown where a name ends in it, and plain text elsewhere. */
export interface Words {
  /** What a problem says. */
  readonly message: (problem: Pick<Problem, 'code' | 'parameters'>) => string;
  /** A request failed by a fault of ours. */
  readonly internalFault: (method: string) => string;
  /** The kubeconfig of the user is not to be read; `undefined` where no line of it is at fault. */
  readonly unreadableKubeconfig: (file: string, line: number | undefined) => string;
  /** The progress of reading the opened folders. */
  readonly readingLayers: string;
  /** The side that a rendered document shows. */
  readonly workingTree: string;
  /** The sources cannot be read just now, and this is what they said last. */
  readonly asOfLastValid: string;
  /** `kustomize build` would fail here. */
  readonly kustomizeFails: (message: string) => string;
  /** There are more lines like the ones before. */
  readonly more: (count: number) => string;
  readonly roles: Readonly<Record<LayerRole, string>>;
  /** On how many roots a value is told. */
  readonly effectiveIn: (roots: number) => string;
  /** In how many objects of a root a value comes up. */
  readonly objects: (count: number) => string;
  /** Every root that reads a value replaces it. */
  readonly overriddenEverywhere: string;
  /** The chain that follows is the one of a root. */
  readonly chainOn: (root: string) => string;
  /** A place that is the one of the cursor. */
  readonly here: string;
  /** What a field of a kustomization file is for, by its path without indexes; empty where its name says it. */
  readonly field: (path: string) => string;
  readonly renames: RenameWords;
  readonly layerFixes: LayerFixWords;
  readonly signatures: SignatureWords;
  readonly notes: NoteWords;
  readonly fixes: FixWords;
  readonly impact: ImpactWords;
  readonly hovers: HoverWords;
  readonly history: HistoryWords;
  readonly checkers: CheckerWords;
  readonly clusterPlan: ClusterPlanWords;
  readonly plan: PlanWords;
  readonly secrets: SecretWords;
  readonly views: ViewWords;
  readonly reports: ReportWords;
}

/** The words for a locale such as `zh-cn`; English for those that we do not speak. */
export function wordsFor(locale: string | undefined): Words {
  return /^zh\b/i.test(locale ?? '') ? chinese : english;
}
