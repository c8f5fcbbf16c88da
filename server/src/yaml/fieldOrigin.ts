import type { ScalarNode } from './resourceNode.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';

/**
 * What wrote a field: the base file, the step of a kustomization that set it, a chart, or a controller that replaces
 * variables after the build. `chart` is a value of a chart or a line of a template, as its place tells; where it is told to
 * people it is one of both.
 */
export type StepKind =
  | 'base'
  | 'patch'
  | 'images'
  | 'replicas'
  | 'namePrefix'
  | 'nameSuffix'
  | 'namespace'
  | 'labels'
  | 'annotations'
  | 'replacement'
  | 'generator'
  | 'var'
  | 'nameReference'
  | 'hash'
  | 'buildMetadata'
  | 'transformer'
  | 'chart'
  | 'values'
  | 'template'
  | 'substitution';

/**
 * One step of a build, in the kustomization root whose file asks for it.
 *
 * `root` is the folder of the kustomization (`''` for the workspace itself), or `undefined` for the base file itself.
 */
export interface Step {
  readonly kind: StepKind;
  readonly root: string | undefined;
}

/** Where a field's value was written, by which step, and what it overrode; the chain ends at the base. */
export interface FieldOrigin {
  readonly writtenAt: SourcePointer;
  readonly by: Step;
  readonly previous: FieldOrigin | undefined;
  /** The scalar that this link gave, where a later one overrides it; `undefined` for collections and for the winner. */
  readonly gave?: ScalarNode | undefined;
  /** Set where a replacement, a var or a variable of Flux copied a value of a Secret, or a part of one, to here. */
  readonly secret?: true | undefined;
  /** Set where a chart put what the rules for secrets tell, of its values or of a Secret that it makes, to here. */
  readonly told?: true | undefined;
}
