import { failed, ok, type Result } from '../util/result.ts';
import { fullName, rowsNamed, type ApplicationRow } from './applicationRows.ts';
import { suggestion } from './suggestion.ts';

/** The one application of a name on a cluster; a refusal lists those that were meant. */
export function findApplication(
  rows: readonly ApplicationRow[],
  name: string,
  cluster: string | undefined,
): Result<ApplicationRow, string> {
  const named = rowsNamed(rows, name, cluster);
  const found = named.filter((row) => cluster === undefined || row.cluster === cluster);
  const [only, ...more] = found;
  if (only !== undefined && more.length === 0) return ok(only);
  if (only !== undefined) {
    const clusters = [...new Set(found.map((row) => row.cluster ?? 'an unknown cluster'))];
    if (clusters.length > 1)
      return failed(`${name} is on ${clusters.join(', ')}; name one by --cluster.`);
    const names = [...new Set(found.map(fullName))];
    const folders = [...new Set(found.flatMap(({ path }) => path ?? []))];
    return failed(
      `${name} names more than one application${
        names.length === 1 && folders.length > 1
          ? `; name a folder: ${folders.join(', ')}.`
          : `: ${names.join(', ')}.`
      }`,
    );
  }
  if (named.length > 0) {
    const clusters = named.map((row) => row.cluster ?? 'an unknown cluster');
    return failed(`${name} is not on ${cluster ?? ''}; it is on ${clusters.join(', ')}.`);
  }
  const near = suggestion(
    name,
    rows.map((row) => row.name),
  );
  return failed(
    `there is no application ${name}.${near === undefined ? ' strata apps lists them.' : ` Did you mean ${near}?`}`,
  );
}
