import { assertNever } from '../util/assertNever.ts';
import type { FetchFailure } from '../workspace/charts/safeGet.ts';

/** Why something was not fetched, in words, without a full stop. */
export function fetchFailureText(failure: FetchFailure): string {
  switch (failure.kind) {
    case 'address':
      return `nothing is fetched from ${failure.address}: it is no plain address of HTTP, or it holds a password`;
    case 'host':
      return `it leads to ${failure.host}, which you did not allow: --host ${failure.host}`;
    case 'downgrade':
      return `it leads to ${failure.host} without encryption`;
    case 'credentials':
      return credentialsText(failure);
    case 'status':
      return `${failure.host} answers with ${failure.status}`;
    case 'redirects':
      return `${failure.host} leads from one address to the next without end`;
    case 'tooLarge':
      return `${failure.host} gives more than ${Math.round(failure.most / 1024 / 1024)} MB`;
    case 'slow':
      return `${failure.host} did not give all of it within ${failure.seconds} seconds`;
    case 'unreachable':
      return `${failure.host} cannot be reached: ${failure.message}`;
    case 'version':
      return failure.version === ''
        ? 'there is no such chart there'
        : `there is no version ${failure.version} of it there`;
    case 'content':
      return `what came is no chart: ${failure.message}`;
    case 'digest':
      return `what came has another hash (sha256:${failure.got}) than it should have (sha256:${failure.expected})`;
  }
}

function credentialsText({
  host,
  sent,
}: Extract<FetchFailure, { readonly kind: 'credentials' }>): string {
  switch (sent) {
    case 'notAllowed':
      return `${host} wants credentials: --credentials ${host} sends what Helm or Docker have for it`;
    case 'noneKnown':
      return `${host} wants credentials, and neither Helm nor Docker have any for it`;
    case 'refused':
      return `${host} refuses the credentials that Helm or Docker have for it`;
    default:
      return assertNever(sent);
  }
}
