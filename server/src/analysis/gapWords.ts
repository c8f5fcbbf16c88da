import type { RenderGap } from '../kustomize/step.ts';

/** What is missing where something is not rendered, in English sentences, by its kind. */
export const englishGaps: Readonly<Record<RenderGap['kind'], (detail: string) => string>> = {
  remote: (detail) => `${detail} is not fetched: what it holds is missing.`,
  chart: (detail) => `The chart cannot be rendered: ${detail}`,
  exec: (detail) => `The program ${detail} is not run: what it makes is missing.`,
  file: (detail) => `${detail} cannot be read: what it holds is missing.`,
  ciphertext: (detail) => `${detail} is encrypted: only its key tells the value.`,
  content: (detail) =>
    `The content of ${detail} was not fetched: \`git fetch --refetch --no-filter\` brings it.`,
  cluster: (detail) => `${detail} is in the cluster alone: what it holds is missing.`,
};
