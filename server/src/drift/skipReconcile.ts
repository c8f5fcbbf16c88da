import { below, textOf, type JsonMap } from './json.ts';

/** The annotation by which Argo CD leaves an Application alone. */
export const skipReconcile = 'argocd.argoproj.io/skip-reconcile';

/**
 * Whether Argo CD leaves an Application alone, by the words that Go takes for true.
 * Source: argo-cd 3.1 controller/appcontroller.go `canProcessApp`; Go strconv `ParseBool`.
 */
export function isSkipped(application: JsonMap): boolean {
  const value = textOf(below(application, 'metadata', 'annotations', skipReconcile));
  return ['1', 't', 'T', 'true', 'TRUE', 'True'].includes(value);
}
