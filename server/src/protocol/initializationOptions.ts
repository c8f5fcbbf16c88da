/** What the client says about itself in `initialize`. */
export interface InitializationOptions {
  /** Whether programs of the user, such as git, may run on the opened folders. Default: no. */
  readonly trusted: boolean;
  /** The URI of the page that explains the codes of diagnostics, as anchors of it. */
  readonly documentation?: string;
  /** `elsewhere` where another extension completes fields by schemas: the server then leaves those out. Default: `here`. */
  readonly yamlSchemas?: 'here' | 'elsewhere';
  /** Whether what other layers put over a value stands behind its line as an inlay hint. Default: no. */
  readonly inlayHints?: boolean;
  /** Whether the client has the command `strata.showImpact`, which a code lens may run. */
  readonly showsImpact?: boolean;
  /** Whether the client has the command `strata.fetchCharts`, which a code action may run. */
  readonly fetchesCharts?: boolean;
  /** Whether the client has the command `strata.copyRotationNote`, which copies the text that it is given. */
  readonly copiesNotes?: boolean;
}

/** Tells the server that the user trusts the opened folders from now on. */
export const trustGrantedMethod = 'strata/trustGranted';
