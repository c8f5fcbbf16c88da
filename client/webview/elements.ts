import type { FleetMark } from '../../server/src/protocol/fleetPanel.ts';

/** What an element is given: `class` and attributes by their names; what is `undefined` is left out. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** Makes an element. Texts become text: nothing of a repository or a cluster is ever read as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((one) => one !== undefined));
  return made;
}

/** A button that does something. */
export function button(
  attributes: Attributes,
  onClick: () => void,
  ...children: readonly (Node | string | undefined)[]
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, ...children);
  made.addEventListener('click', onClick);
  return made;
}

/** The shape of a state; its color comes from the class of its mark, and its word stands beside it or in a label. */
export function markShape(mark: FleetMark): SVGSVGElement {
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', 'shape');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', shapes[mark]);
  svg.append(path);
  return svg;
}

const space = 'http://www.w3.org/2000/svg';

/** Lines in a square of 16: each state is told apart without its color. */
const shapes: Readonly<Record<FleetMark, string>> = {
  synced: 'M3.5 8.5l3 3 6-7',
  pending: 'M8 13V3.5M4 7.5l4-4 4 4',
  waiting: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11zM8 5v3.3l2.2 1.2',
  applying: 'M12.7 9.2a5 5 0 1 1-1.2-4.8M12.5 2.3v2.9H9.6',
  drifted: 'M3 6h10M3 10h10M10.5 3l-5 10',
  prune: 'M3.5 8h9',
  failed: 'M4 4l8 8M12 4l-8 8',
  degraded: 'M8 3v6.2M8 12.6v.1',
  progressing: 'M3.5 8v.01M8 8v.01M12.5 8v.01',
  suspended: 'M5.5 4v8M10.5 4v8',
  never: 'M8 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8z',
  notAssessed: 'M8 8v.01',
  unknown: 'M5.8 6.1a2.2 2.2 0 1 1 3.6 1.6c-.9.7-1.4 1-1.4 2M8 12.6v.1',
};
