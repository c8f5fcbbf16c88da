import type { Parameter } from './tool.ts';

/** Texts that files would have: what is asked is asked of the repository with them. */
export const filesParameter: Parameter = {
  name: 'files',
  kind: 'files',
  text: 'Whole texts that files would have, by path from the top of the repository; null deletes a file. Nothing is written.',
};
