/** Why a cluster gives no answer; each is shown in words of its own, and none of them as "in sync". */
export type ApiFailure =
  /** The name is unknown, nobody listens, or nothing came in time. */
  | { readonly kind: 'unreachable'; readonly detail: string }
  | { readonly kind: 'tlsInvalid'; readonly detail: string }
  /** Credentials are missing, out of date or refused: a person has to sign in. */
  | { readonly kind: 'authRequired'; readonly detail: string }
  /** A plugin of the kubeconfig would have to run, and nobody has allowed it. */
  | { readonly kind: 'consentRequired'; readonly command: string }
  | { readonly kind: 'forbidden'; readonly detail: string }
  | { readonly kind: 'notFound'; readonly detail: string }
  /** The version to go on from is too old. */
  | { readonly kind: 'gone'; readonly detail: string }
  /** `retryAfter` in milliseconds, where the server says it. */
  | { readonly kind: 'throttled'; readonly retryAfter: number | undefined }
  | { readonly kind: 'serverError'; readonly status: number; readonly detail: string };

/** A failure as something that is thrown on the way up to the one who asked. */
export class ApiError extends Error {
  readonly failure: ApiFailure;

  constructor(failure: ApiFailure) {
    super(failure.kind);
    this.name = 'ApiError';
    this.failure = failure;
  }
}

/** The failure that an error stands for; what is not ours is a fault of the connection. */
export function failureOf(error: unknown): ApiFailure {
  if (isApiError(error)) return error.failure;
  const code = codeOf(error);
  if (/^(?:CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_SSL|HOSTNAME_MISMATCH)/.test(code)) {
    return { kind: 'tlsInvalid', detail: code };
  }
  return { kind: 'unreachable', detail: code };
}

/** What talks to clusters is a bundle of its own, with a class of its own: its errors are told by their name. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError' && 'failure' in error;
}

/** Whether trying again without a person may help. */
export function isPassing({ kind }: ApiFailure): boolean {
  return ['unreachable', 'throttled', 'serverError', 'gone', 'tlsInvalid'].includes(kind);
}

/** Whether a person has to sign in, or to allow something, before anything can help. */
export function needsPerson({ kind }: Pick<ApiFailure, 'kind'>): boolean {
  return kind === 'authRequired' || kind === 'consentRequired';
}

/** The code of an error, such as `ECONNREFUSED`; its message may hold what was sent and is not told. */
function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error) {
    const { code } = error;
    if (typeof code === 'string') return code;
  }
  return error instanceof Error ? error.name : 'unknown';
}
