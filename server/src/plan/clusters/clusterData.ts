import { decodeBase64 } from '../../yaml/goBase64.ts';
import type { ClusterName } from './clusterName.ts';

/** Values of base64 with their keys, each on a line of its own or between braces; what is shorter holds no name. */
const encoded =
  /(?<=[\s{,])(["']?[A-Za-z][\w.-]*["']?:\s+["']?)([A-Za-z0-9+/]{4,}={0,2})(?=["']?\s*(?:[,}\n\r#]|$))/g;

/**
 * A copied text that names another cluster: also in the base64 of the Secrets by which Argo CD knows clusters, where a text is
 * ASCII; what is bytes stays as it is.
 */
export function copiedText(text: string, name: ClusterName, by: string): string {
  const told = name.replaced(text, by);
  if (!isClusterData(text)) return told;
  return told.replaceAll(encoded, (whole, key: string, value: string) => {
    const clear = clearText(value);
    if (clear === undefined || !name.isIn(clear)) return whole;
    return `${key}${btoa(name.replaced(clear, by))}`;
  });
}

/** The text that a value in base64 stands for; `undefined` where it is none, or one of other characters than ASCII has. */
export function clearText(value: string): string | undefined {
  const clear = decodeBase64(value);
  return clear !== undefined && /^[\t\n\r -~]+$/.test(clear) ? clear : undefined;
}

/** Whether a text has the Secret of a cluster with values in base64. */
export function isClusterData(text: string): boolean {
  return (
    text.includes('argocd.argoproj.io/secret-type') && /(?:^|[\s{,])["']?data["']?:/.test(text)
  );
}
