import type { FieldOrigin, StepKind } from './fieldOrigin.ts';

/** Steps that write a value as a whole: what stood there before is gone. */
const whole: readonly StepKind[] = ['base', 'patch', 'generator', 'replicas', 'chart'];

/** Whether a value of a Secret, or a part of one, stands in what a chain made. */
export function carriesSecret(origin: FieldOrigin | undefined): boolean {
  for (let one = origin; one !== undefined; one = one.previous) {
    if (one.secret === true || one.told === true) return true;
    if (whole.includes(one.by.kind)) return false;
  }
  return false;
}
