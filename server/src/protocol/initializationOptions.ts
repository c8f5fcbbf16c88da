/** What the client says about itself in `initialize`; an editor that says nothing is not trusted. */
export interface InitializationOptions {
  /** Whether programs of the user, such as git, may run on the opened folders. */
  readonly trusted: boolean;
}

/** Tells the server that the user trusts the opened folders from now on. */
export const trustGrantedMethod = 'strata/trustGranted';
