/** What the client says about itself in `initialize`. */
export interface InitializationOptions {
  /** Whether programs of the user, such as git, may run on the opened folders. Default: no. */
  readonly trusted: boolean;
  /** The URI of the page that explains the codes of diagnostics, as anchors of it. */
  readonly documentation?: string;
}

/** Tells the server that the user trusts the opened folders from now on. */
export const trustGrantedMethod = 'strata/trustGranted';
