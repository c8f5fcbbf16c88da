import type { PlanLineView } from '../../../server/src/protocol/plan.ts';

/** A line that a plan changes, with the number that people count it by, from 1. */
export interface NumberedLine extends PlanLineView {
  readonly number: number;
}

/** Lines of one file in their order: what is added has the number that it will have, all others the one that they have. */
export function numberedLines(lines: readonly PlanLineView[]): readonly NumberedLine[] {
  let shift = 0;
  return lines.map((one) => {
    const isAdded = one.before === undefined;
    const number = one.line + 1 + (isAdded ? shift : 0);
    if (isAdded) shift += 1;
    else if (one.after === undefined) shift -= 1;
    return { ...one, number };
  });
}
