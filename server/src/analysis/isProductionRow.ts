import { isProduction } from '../layers/register/environment.ts';

/** Whether a cluster is one of production, by its environment. */
export function isProductionRow({
  environment,
}: {
  readonly environment?: string | undefined;
}): boolean {
  return environment !== undefined && isProduction(environment);
}
