import type { RenderOptions } from '../analysis/analysis.ts';
import type { Call, Option } from './command.ts';

/** Options of every command that renders a root. */
export const renderOptions: readonly Option[] = [
  {
    name: 'load-restrictions',
    value: 'WHICH',
    choices: ['root', 'none'],
    text: 'root: a root reads nothing outside itself (default). none: it may.',
  },
  {
    name: 'reorder',
    value: 'ORDER',
    choices: ['legacy', 'none'],
    text: 'The order where no sortOptions say it: legacy (default) or none.',
  },
];

/** How a call wants roots to be rendered. */
export function renderOptionsOf({ options }: Call): RenderOptions {
  return {
    restrictions: options.get('load-restrictions') === 'none' ? 'none' : 'root',
    reorder: options.get('reorder') === 'none' ? 'none' : 'legacy',
  };
}
