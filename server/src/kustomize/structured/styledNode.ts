import type { ScalarStyle } from '../../yaml/resourceNode.ts';

/**
 * A node as go-yaml's `yaml.Node` has it, with its comments and the way it was written, so that it can be written again. The
 * tree belongs to one edit of one text and is changed in place.
 *
 * The content of a mapping is its keys and values in turn. `tagged` is true where the tag stands in the text.
 */
export interface StyledNode {
  kind: 'document' | 'mapping' | 'sequence' | 'scalar' | 'alias';
  tag: string;
  value: string;
  style: ScalarStyle;
  flow: boolean;
  tagged: boolean;
  anchor: string;
  head: string;
  line: string;
  foot: string;
  content: StyledNode[];
}

/** A node without tag, comments or content. */
export function newStyledNode(kind: StyledNode['kind']): StyledNode {
  return {
    kind,
    tag: '',
    value: '',
    style: 'plain',
    flow: false,
    tagged: false,
    anchor: '',
    head: '',
    line: '',
    foot: '',
    content: [],
  };
}
