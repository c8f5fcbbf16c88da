import { englishHistory } from './historyWords.ts';
import { englishMessage } from '../../text/messages.ts';
import { fieldWords } from './fieldWords.ts';
import { englishLayerFixes } from './layerFixWords.ts';
import { englishSignatures } from './signatureWords.ts';
import { englishNotes } from './noteWords.ts';
import { englishRenames } from './renameWords.ts';
import { englishFixes } from './fixWords.ts';
import { englishHovers } from './hoverWords.ts';
import { englishImpact } from './impactWords.ts';
import { englishSecrets } from './secretWords.ts';
import { englishReports } from './reportWords.ts';
import { englishViews } from './viewWords.ts';
import { englishCheckers } from './checkerWords.ts';
import { englishClusterPlan } from './clusterPlanWords.ts';
import { englishPlanTexts } from './planWords.ts';
import type { Words } from './words.ts';

/** English. */
export const english: Words = {
  message: englishMessage,
  internalFault: (method) => `Strata could not answer ${method}: see its output.`,
  unreadableKubeconfig: (file, line) =>
    `The kubeconfig ${file} cannot be read${line === undefined ? '' : ` (line ${line})`}, and no cluster is reached by it. Reload the window once it is mended.`,
  readingLayers: 'Reading layers',
  workingTree: 'working tree',
  asOfLastValid: 'as of last valid',
  kustomizeFails: (message) => `kustomize build fails: ${message}`,
  more: (count) => `and ${count} more`,
  roles: {
    base: 'base',
    component: 'component',
    environment: 'environment',
    cluster: 'cluster',
    generated: 'generated',
  },
  effectiveIn: (roots) => (roots === 1 ? 'effective in 1 root' : `effective in ${roots} roots`),
  objects: (count) => (count === 1 ? '1 object' : `${count} objects`),
  overriddenEverywhere: 'overridden everywhere',
  chainOn: (root) => `Chain on ${root}`,
  here: 'here',
  field: (path) => fieldWords(path, 'english'),
  renames: englishRenames,
  layerFixes: englishLayerFixes,
  signatures: englishSignatures,
  notes: englishNotes,
  fixes: englishFixes,
  impact: englishImpact,
  hovers: englishHovers,
  history: englishHistory,
  checkers: englishCheckers,
  clusterPlan: englishClusterPlan,
  plan: englishPlanTexts,
  secrets: englishSecrets,
  views: englishViews,
  reports: englishReports,
};
